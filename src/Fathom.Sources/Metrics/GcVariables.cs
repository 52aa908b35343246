using System.Buffers.Binary;
using Fathom.Model;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Metrics;

/// <summary>
/// Where the garbage collector of a running process keeps its records. The runtime lists these addresses for debuggers, so neither the data access library nor
/// an attach is needed; each address is that of exactly this process.
/// </summary>
/// <remarks>
/// <code>
/// g_dacTable   exported by the runtime: addresses of its variables. One of them holds the address of the collector's own list:
///   0 major version u8   1 minor version u8   8 size of a generation u64   16 number of generations u64 (5: 0, 1, 2, large, pinned)
///   24 addresses of variables: 3 generation table   7 ephemeral segment   12 end of what it allocated
///      19 number of heaps   20 heaps   21 whether a collection is changing the records   27 offsets in a heap   28 offsets in a generation
/// offsets in a heap (server)   0 end of what it allocated   1 ephemeral segment   18 generation table        offsets in a generation   1 first region
///      2 first object, -1 where a generation is a list of regions and not a part of a segment
/// </code>
/// <para>
/// Source: gcinterface.dacvars.def, dac_gcheap_fields.h and dac_generation_fields.h of the runtime. Its major version changes when any of this does; 2 is that
/// of .NET 8, 9 and 10. With one heap (workstation) the numbers 19 and 20 are absent.
/// </para>
/// </remarks>
internal sealed record GcVariables
{
    /// <summary>Generations 0, 1, 2, the large and the pinned object heap.</summary>
    public const int Generations = 5;

    private const int Major = 2;
    private const int ListHead = 24;
    private const int ListCount = 29;
    private const int TableBytes = 1024;
    private const int WordSize = sizeof(ulong);
    private const int LeastGeneration = 64;
    private const int MostGeneration = 4096;
    private const int MostOffset = 1 << 20;
    private const int GenerationTable = 3;
    private const int EphemeralSegment = 7;
    private const int Allocated = 12;
    private const int HeapCount = 19;
    private const int Heaps = 20;
    private const int Unsettled = 21;
    private const int HeapOffsets = 27;
    private const int GenerationOffsets = 28;
    private const int HeapGenerationTable = 18;

    /// <summary>Bytes of the record of a generation.</summary>
    public required int GenerationSize { get; init; }

    /// <summary>Bytes from its start to the address of its first region.</summary>
    public required int FirstRegionAt { get; init; }

    /// <summary>Address of a number that is not 0 while a collection changes the records.</summary>
    public required ulong UnsettledAt { get; init; }

    /// <summary>Address of the number of heaps; 0 where there is only one.</summary>
    public required ulong HeapCountAt { get; init; }

    /// <summary>Address of the address of the list of heaps; 0 where there is only one.</summary>
    public required ulong HeapsAt { get; init; }

    /// <summary>Address of the generation table; with several heaps the distance from the start of each.</summary>
    public required ulong GenerationTableAt { get; init; }

    /// <summary>Address, or distance, of the address of the region that objects are allocated in.</summary>
    public required ulong EphemeralAt { get; init; }

    /// <summary>Address, or distance, of the end of what was allocated there.</summary>
    public required ulong AllocatedAt { get; init; }

    /// <summary>Finds them.</summary>
    /// <exception cref="FathomException">The process has gone, is not ours to read, or its runtime is one whose records are not known.</exception>
    public static GcVariables Find(int processId, ITargetMemory memory)
    {
        RuntimeModule runtime = RuntimeModule.Find(processId);
        if (SymbolFile.FindVariable($"/proc/{processId}/root{runtime.Path}", "g_dacTable"u8) is not { } table)
        {
            throw runtime.IsShared
                ? FathomException.Target($"The runtime of process {processId} lists no variables for debuggers: {runtime.Path}.", "--events gets the figures from the runtime itself")
                : TargetErrors.NotDotNet(processId);
        }

        return Find(memory, runtime.ImageBase + table) ?? throw FathomException.Target(
            $"The garbage collector of process {processId} has not started yet, or keeps its records in an unknown layout.", "--events gets the figures from the runtime itself");
    }

    /// <summary>Finds them by the runtime's table; null where they are not there yet, or not known.</summary>
    internal static GcVariables? Find(ITargetMemory memory, ulong table)
    {
        byte[] entries = new byte[TableBytes];
        int length = memory.Read(table, entries);
        for (int at = 0; at + WordSize <= length; at += WordSize)
        {
            ulong variable = BinaryPrimitives.ReadUInt64LittleEndian(entries.AsSpan(at));
            // Variables of the runtime lie near the table, and some entries are addresses of code.
            if (variable % WordSize == 0 && variable - table + (1UL << 31) < 1UL << 32 && Parse(memory, TargetNumbers.Read(memory, variable)) is { } found)
                return found;
        }

        return null;
    }

    private static GcVariables? Parse(ITargetMemory memory, ulong list)
    {
        Span<byte> bytes = stackalloc byte[ListHead + (ListCount * WordSize)];
        if (list is 0 || list % WordSize != 0 || memory.Read(list, bytes) < bytes.Length || bytes[0] != Major)
            return null;
        ulong size = BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]);
        if (size is < LeastGeneration or > MostGeneration || BinaryPrimitives.ReadUInt64LittleEndian(bytes[16..]) != Generations)
            return null;
        ulong[] variables = new ulong[ListCount];
        for (int i = 0; i < ListCount; i++)
            variables[i] = BinaryPrimitives.ReadUInt64LittleEndian(bytes[(ListHead + (i * WordSize))..]);

        bool hasRegions = variables[GenerationOffsets] != 0 && TargetNumbers.ReadInt32(memory, variables[GenerationOffsets] + (2 * sizeof(int))) == -1;
        int? firstRegion = Offset(memory, variables[GenerationOffsets], 1);
        if (!hasRegions || variables[Unsettled] == 0 || firstRegion is null || firstRegion + WordSize > (int)size)
            return null;
        bool hasHeaps = variables[Heaps] != 0;
        ulong? At(int variable, int offset) => !hasHeaps ? variables[variable] : Offset(memory, variables[HeapOffsets], offset) is { } distance ? (ulong)distance : null;
        return At(GenerationTable, HeapGenerationTable) is { } generations && At(EphemeralSegment, 1) is { } ephemeral && At(Allocated, 0) is { } allocated
            ? new GcVariables
            {
                GenerationSize = (int)size,
                FirstRegionAt = firstRegion.Value,
                UnsettledAt = variables[Unsettled],
                HeapCountAt = hasHeaps ? variables[HeapCount] : 0,
                HeapsAt = variables[Heaps],
                GenerationTableAt = generations,
                EphemeralAt = ephemeral,
                AllocatedAt = allocated,
            }
            : null;
    }

    private static int? Offset(ITargetMemory memory, ulong offsets, int index)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        if (offsets == 0 || memory.Read(offsets + (ulong)(index * sizeof(int)), bytes) < bytes.Length)
            return null;
        int offset = BinaryPrimitives.ReadInt32LittleEndian(bytes);
        return offset is >= 0 and < MostOffset ? offset : null;
    }
}
