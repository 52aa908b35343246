namespace Fathom.Sources.Memory.Malloc;

/// <summary>What malloc holds and what of it is free.</summary>
/// <param name="Arenas">The arenas, the main one first, and the large blocks.</param>
/// <param name="Stretches">The same by mapped stretch, in address order.</param>
internal sealed record MallocReading(IReadOnlyList<MallocArena> Arenas, IReadOnlyList<MallocStretch> Stretches)
{
    /// <summary>Of a process that malloc's memory was not looked for in.</summary>
    public static MallocReading Nothing { get; } = new([], []);
}
