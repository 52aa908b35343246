using Fathom.Model.Patterns;

namespace Fathom.Sources.Heap.Options;

/// <summary>Which objects of a heap are listed.</summary>
/// <param name="Types">Names of their types.</param>
public sealed record ObjectQuery(PatternList Types)
{
    /// <summary>Objects that are listed unless the user says another number.</summary>
    public const int DefaultMaxObjects = 1_000_000;

    /// <summary>The most that can be asked for.</summary>
    public const int LargestMaxObjects = 20_000_000;

    /// <summary>Only those behind this address.</summary>
    public ulong After { get; init; }

    /// <summary>The most that are listed, in the order of their addresses. Each costs 32 bytes of memory.</summary>
    public int MaxObjects { get; init; } = DefaultMaxObjects;
}
