namespace Fathom.Formats.GcDump;

/// <summary>The content of a gcdump file.</summary>
/// <param name="Graph">Objects and references.</param>
/// <param name="TotalSizeBytes">Sum of the node sizes as the writer counted it.</param>
public sealed record GcDumpFile(GcDumpGraph Graph, long TotalSizeBytes)
{
    /// <summary>Whether the target was a 64-bit process.</summary>
    public bool Is64Bit { get; init; }

    /// <summary>What an object occupies: in a 64-bit process aligned up to 8 bytes and at least 24, as for live heaps and cores.</summary>
    /// <param name="size">The size as the file has it, in bytes.</param>
    public long OccupiedBytes(int size) => Is64Bit ? Math.Max(24, ((long)size + 7) & ~7L) : size;

    /// <summary>Objects of the heap per object in the file: 1 unless the writer took a sample.</summary>
    public float AverageCountMultiplier { get; init; }

    /// <summary>Bytes of the heap per byte in the file: 1 unless the writer took a sample.</summary>
    public float AverageSizeMultiplier { get; init; }

    /// <summary>Ranges of the GC heap; empty where the file has none, as in those of dotnet-gcdump.</summary>
    public IReadOnlyList<GcDumpSegment> Segments { get; init; } = [];

    /// <summary>When the heap was read, local time of the writer; null where the file does not tell.</summary>
    public DateTime? Collected { get; init; }

    /// <summary>Name of the machine, or null.</summary>
    public string? MachineName { get; init; }

    /// <summary>Name of the process, or null.</summary>
    public string? ProcessName { get; init; }

    /// <summary>Process id, 0 where the file does not tell.</summary>
    public int ProcessId { get; init; }

    /// <summary>Working set of the process in bytes, 0 where the file does not tell.</summary>
    public long WorkingSetBytes { get; init; }

    /// <summary>Name of the program that wrote the file, or null.</summary>
    public string? CreationTool { get; init; }
}
