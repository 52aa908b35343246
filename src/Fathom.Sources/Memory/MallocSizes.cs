using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>What of malloc's memory is resident, in use and free, without a look at the rest of the process.</summary>
/// <param name="InUseBytes">Resident bytes of blocks in use.</param>
/// <param name="FreeBytes">Resident bytes that malloc keeps free.</param>
/// <param name="NotKnownBytes">Resident bytes that could not be followed.</param>
/// <param name="Problem">Why they could not; null where all is known.</param>
internal readonly record struct MallocSizes(long InUseBytes, long FreeBytes, long NotKnownBytes, string? Problem)
{
    /// <summary>Reads them, while the process runs. Mappings are asked for without their sizes, which the kernel would have to add up page by page.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="limit">How long the walk over its blocks may take.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="IOException">The process is gone.</exception>
    /// <exception cref="UnauthorizedAccessException">It is not ours to read.</exception>
    /// <exception cref="FormatException">A file of /proc is not what the kernel writes.</exception>
    /// <exception cref="Fathom.Model.FathomException">The process is gone.</exception>
    public static MallocSizes Read(int processId, TimeSpan limit, CancellationToken stop)
    {
        using PageMap pages = new($"/proc/{processId}/pagemap");
        using LiveMemory memory = new(processId);
        List<Mapping> mappings = Mappings(processId);
        ClaimMap claims = new();
        MallocClaims malloc = new(memory, Count);
        foreach (AddressClaim claim in MallocClaims.Arenas(mappings).Concat(malloc.ArenasByHead(mappings)))
            claims.Add(claim);
        malloc.AddLargeBlocks(mappings, claims, stop);
        IEnumerable<AddressClaim> main = mappings.Where(static mapping => mapping.Path == "[heap]")
            .Select(static mapping => new AddressClaim(new AddressRange(mapping.Start, mapping.End), MemoryCategories.Malloc, MallocOwners.MainHeap));
        MallocPlaces places = MallocLook.Places(main.Concat(claims.All), mappings, ProcessProgram.PathOf(processId));
        if (places.IsNothing)
            return default;
        MallocReading reading = new MallocReader(memory, Count, stop) { Limit = limit }.Read(places);
        long all = places.All.Sum(range => Count(range).ResidentBytes);
        long free = reading.Stretches.Sum(static one => one.FreeResidentBytes);
        long known = reading.Stretches.Sum(one => Count(one.Range).ResidentBytes - one.NotKnownResidentBytes);
        string? problem = reading.Arenas.FirstOrDefault(static arena => arena.NotKnownBytes > 0)?.Problem;
        return new MallocSizes(Math.Max(0, known - free), free, Math.Max(0, all - known), problem);

        (long ResidentBytes, long SwappedBytes) Count(AddressRange range) => pages.Count(range, stop);
    }

    private static List<Mapping> Mappings(int processId)
    {
        using FileStream text = new($"/proc/{processId}/maps", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        return SmapsParser.Read(text);
    }
}
