using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>What of malloc's memory is free, in a process that runs: a stop would be as long as the walk over all chunks.</summary>
internal static class MallocLook
{
    /// <summary>Looks.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="instant">Its mappings.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="Fathom.Model.FathomException">The process is gone.</exception>
    public static MallocReading Take(int processId, MemoryInstant instant, CancellationToken stop)
    {
        MallocPlaces places = Places(instant.Pieces.Select(static piece => new AddressClaim(piece.Range, piece.Category, piece.Owner)), instant.Mappings, ProcessProgram.PathOf(processId));
        if (places.IsNothing)
            return MallocReading.Nothing;
        using PageMap pages = new($"/proc/{processId}/pagemap");
        using LiveMemory memory = new(processId);
        return new MallocReader(memory, range => pages.Count(range, stop), stop).Read(places);
    }

    /// <summary>Where malloc's memory may be.</summary>
    /// <param name="owned">Memory with its owners.</param>
    /// <param name="mappings">The mappings; those of a core do not say whether others see them.</param>
    /// <param name="program">Path of the program, which may have glibc in itself.</param>
    internal static MallocPlaces Places(IEnumerable<AddressClaim> owned, IEnumerable<Mapping> mappings, string? program)
    {
        AddressClaim[] malloc = [.. owned.Where(static piece => piece.Category == MemoryCategories.Malloc)];
        AddressRange[] Of(string owner) =>
            [.. malloc.Where(piece => piece.Owner == owner).Select(static piece => piece.Range).OrderBy(static range => range.Start)];
        AddressRange[] main = Of(MallocOwners.MainHeap);
        Mapping[] data = [.. mappings.Where(static mapping => mapping.Inode != 0 && mapping.Permissions.StartsWith("rw", StringComparison.Ordinal) && mapping.Permissions[3] != 's')];
        return new MallocPlaces(
            main.Length == 0 ? null : new AddressRange(main[0].Start, main[^1].End),
            Of(MallocOwners.Arena),
            Of(MallocOwners.LargeBlocks),
            [.. data.Where(static mapping => IsGlibc(mapping.Path)).Concat(data.Where(mapping => mapping.Path == program)).Select(static mapping => new AddressRange(mapping.Start, mapping.End))]);
    }

    private static bool IsGlibc(string path) => Path.GetFileName(path) is var name && (name.StartsWith("libc.so", StringComparison.Ordinal) || name.StartsWith("libc-", StringComparison.Ordinal));
}
