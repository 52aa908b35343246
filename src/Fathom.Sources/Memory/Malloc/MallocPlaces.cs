using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>Where memory of malloc may be in a process, by its mappings.</summary>
/// <param name="ProgramBreak">The heap at the program break; null where there is none.</param>
/// <param name="Arenas">Heaps of other arenas, in address order.</param>
/// <param name="LargeBlocks">Blocks with mappings of their own.</param>
/// <param name="Data">Data of the library or program that glibc is in.</param>
internal sealed record MallocPlaces(AddressRange? ProgramBreak, IReadOnlyList<AddressRange> Arenas, IReadOnlyList<AddressRange> LargeBlocks, IReadOnlyList<AddressRange> Data)
{
    /// <summary>Whether no memory of malloc was found.</summary>
    public bool IsNothing => ProgramBreak is null && Arenas.Count == 0 && LargeBlocks.Count == 0;

    /// <summary>All of it.</summary>
    public IEnumerable<AddressRange> All => (ProgramBreak is { } heap ? Arenas.Append(heap) : Arenas).Concat(LargeBlocks);
}
