namespace Fathom.Sources.Memory;

/// <summary>One mapping (VMA) of a process, as <c>/proc/PID/smaps</c> describes it. Sizes in bytes.</summary>
internal sealed class Mapping
{
    /// <summary>First byte.</summary>
    public ulong Start { get; init; }

    /// <summary>End, exclusive.</summary>
    public ulong End { get; init; }

    /// <summary>Four letters: r, w, x or -, and p (private) or s (shared).</summary>
    public required string Permissions { get; init; }

    /// <summary>Number of the file on its file system; 0 for memory of no file.</summary>
    public ulong Inode { get; init; }

    /// <summary>What maps shows at the end of the line: a path, a name in brackets, or nothing. "(deleted)" is kept.</summary>
    public required string Path { get; init; }

    /// <summary>Resident bytes.</summary>
    public long RssBytes { get; set; }

    /// <summary>Resident bytes with shared pages divided by their users.</summary>
    public long PssBytes { get; set; }

    /// <summary>Resident bytes that no other process maps.</summary>
    public long PrivateBytes { get; set; }

    /// <summary>Bytes in swap.</summary>
    public long SwapBytes { get; set; }

    /// <summary>Bytes in reserved huge pages; not part of the resident set.</summary>
    public long HugetlbBytes { get; set; }

    /// <summary>Length.</summary>
    public long SizeBytes => (long)(End - Start);

    /// <summary>Whether the process may write here and nobody else sees it.</summary>
    public bool IsPrivateWritable => Permissions.StartsWith("rw", StringComparison.Ordinal) && Permissions[3] == 'p';

    /// <summary>Whether no access is allowed: address space that is only reserved.</summary>
    public bool IsReserved => Permissions.StartsWith("---", StringComparison.Ordinal);
}
