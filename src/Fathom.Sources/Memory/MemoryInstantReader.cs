using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>Reads the mappings and pages of a process, which runs or stands still, and divides them among their owners.</summary>
/// <param name="processId">Number of the process (pid).</param>
internal sealed class MemoryInstantReader(int processId)
{
    /// <summary>Takes the look.</summary>
    /// <param name="runtime">What the runtime says it owns, or null.</param>
    /// <param name="isStopped">Whether the process stands still.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The process is gone.</exception>
    /// <exception cref="IOException">A file of /proc cannot be read; the process may be gone.</exception>
    /// <exception cref="UnauthorizedAccessException">It is not ours to read.</exception>
    /// <exception cref="FormatException">A file of /proc is not what the kernel writes.</exception>
    public MemoryInstant Take(RuntimeClaims? runtime, bool isStopped, CancellationToken due)
    {
        using ProcReader proc = new("/proc");
        using PageMap pages = new($"/proc/{processId}/pagemap");
        using LiveMemory memory = new(processId);
        List<Mapping> mappings = ReadMappings();
        MemorySums rollup = Sums(proc, "smaps_rollup"u8);
        MemorySums status = Sums(proc, "status"u8);
        IReadOnlyList<int> threads = ProcessThreads.Of(processId);
        List<AddressClaim> stacks = StackClaims.Read(proc, processId, threads, mappings, runtime?.StackBases ?? [], isStopped, due, out int missing);
        ClaimMap claims = new();
        MallocClaims malloc = new(memory, Count);
        foreach (AddressClaim claim in (runtime?.Claims ?? []).Concat(stacks).Concat(MallocClaims.Arenas(mappings)).Concat(malloc.ArenasByHead(mappings)))
            claims.Add(claim);
        malloc.AddLargeBlocks(mappings, claims, due);
        MappingSplitter splitter = new(claims, Count);
        MappingCategory categories = new(mappings);
        List<MemoryPiece> pieces = [];
        for (int i = 0; i < mappings.Count; i++)
        {
            due.ThrowIfCancellationRequested();
            (string category, string? owner) = categories.Of(i);
            pieces.AddRange(splitter.Split(mappings[i], category, owner));
        }

        return new MemoryInstant(mappings, pieces, rollup, status, threads.Count, missing);

        (long, long) Count(AddressRange range) => pages.Count(range, due);
    }

    private List<Mapping> ReadMappings()
    {
        using FileStream text = new($"/proc/{processId}/smaps", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        return SmapsParser.Read(text);
    }

    private MemorySums Sums(ProcReader proc, ReadOnlySpan<byte> file) =>
        proc.Read(processId, file, out ReadOnlySpan<byte> text) == ProcReadState.Read ? MemorySums.Parse(text) : throw TargetErrors.Gone(processId);
}
