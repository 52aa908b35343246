using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Heap;
using Fathom.Sources.Processes;
using Fathom.Sources.Target;

namespace Fathom.Sources.Memory;

/// <summary>Looks at all memory of a running process without stopping it.</summary>
/// <param name="processId">The process.</param>
/// <param name="options">How it is looked at.</param>
internal sealed class MemoryReader(int processId, MemoryExtractorOptions options)
{
    private const string CgroupMounts = "/sys/fs/cgroup";
    private static readonly TimeSpan s_runtimeLimit = TimeSpan.FromSeconds(20);

    private readonly List<string> _notes = [];

    /// <summary>Takes the look.</summary>
    /// <exception cref="FathomException">The process is gone or not ours to read.</exception>
    public MemoryReading Read(CancellationToken stop)
    {
        new TargetAccess(new ProcessScanner()).Check(processId);
        try
        {
            return Look(ReadRuntime(stop), stop);
        }
        catch (UnauthorizedAccessException e)
        {
            throw TargetErrors.NotAllowed(processId, e);
        }
        catch (Exception e) when (e is IOException or FormatException && !Directory.Exists($"/proc/{processId}"))
        {
            throw TargetErrors.Gone(processId);
        }
    }

    // Without the runtime's own record the balance is coarser, and that is said.
    private RuntimeClaims? ReadRuntime(CancellationToken stop)
    {
        if (new ProcessScanner().Look(processId).State == ProcessState.NotDotNet)
        {
            _notes.Add("This is no .NET process, so there are no rows of a runtime.");
            return null;
        }

        try
        {
            using TargetSession session = TargetSession.Open(processId, options.Dac);
            if (session.Note is { } note)
                _notes.Add(note);
            bool settled = false;
            RuntimeClaims claims = session.InvokeRunning(target => RuntimeClaims.Read(target.Runtime, target.Due, out settled), s_runtimeLimit, stop).GetAwaiter().GetResult();
            if (!settled)
                _notes.Add("The managed heap changed at each look, so the rows of the managed heap are approximate.");
            return claims;
        }
        catch (FathomException e) when (Directory.Exists($"/proc/{processId}"))
        {
            _notes.Add($"The rows of the runtime are missing, and its memory is not explained. {e.Message}");
            return null;
        }
    }

    private MemoryReading Look(RuntimeClaims? runtime, CancellationToken stop)
    {
        using ProcReader proc = new("/proc");
        using PageMap pages = new($"/proc/{processId}/pagemap");
        using LiveMemory memory = new(processId);
        List<Mapping> mappings = ReadMappings();
        MemorySums rollup = Sums(proc, "smaps_rollup"u8);
        MemorySums status = Sums(proc, "status"u8);
        IReadOnlyList<int> threads = ProcessStatus.Threads(processId);
        List<AddressClaim> stacks = StackClaims.Read(proc, processId, threads, mappings, runtime?.StackBases ?? [], out int missing);
        if (missing > 0)
            _notes.Add(string.Create(CultureInfo.InvariantCulture, $"The stacks of {missing} of {threads.Count} threads were not found; their memory is not explained."));

        ClaimMap claims = new();
        foreach (AddressClaim claim in runtime?.Claims ?? [])
            claims.Add(claim);
        foreach (AddressClaim claim in stacks.Concat(MallocClaims.Arenas(mappings)))
            claims.Add(claim);
        new MallocClaims(memory, Count).AddLargeBlocks(mappings, claims, stop);
        DescriptorHoldings descriptors = DescriptorHoldings.Read(processId, mappings, stop);
        if (descriptors.RefusedCount > 0)
            _notes.Add(string.Create(CultureInfo.InvariantCulture, $"{descriptors.RefusedCount} descriptors could not be looked at; what they hold is missing."));
        return new MemoryReading
        {
            Intrusion = runtime is null ? "proc" : "runtime",
            MappingCount = mappings.Count,
            ThreadCount = threads.Count,
            Pieces = Split(mappings, claims, stop),
            Holdings = [.. Kernel(status, mappings).Where(holding => holding.SizeBytes > 0), .. descriptors.All],
            Rollup = rollup,
            Status = status,
            Cgroup = CgroupMemory.Read(File.ReadLines($"/proc/{processId}/cgroup"), CgroupMounts),
            Notes = _notes,
        };

        (long, long) Count(AddressRange range) => pages.Count(range, stop);

        List<MemoryPiece> Split(List<Mapping> all, ClaimMap owners, CancellationToken due)
        {
            MappingSplitter splitter = new(owners, Count);
            MappingCategory categories = new(all);
            List<MemoryPiece> pieces = [];
            for (int i = 0; i < all.Count; i++)
            {
                due.ThrowIfCancellationRequested();
                (string category, string? owner) = categories.Of(i);
                pieces.AddRange(splitter.Split(all[i], category, owner));
            }

            return pieces;
        }
    }

    private List<Mapping> ReadMappings()
    {
        using FileStream text = new($"/proc/{processId}/smaps", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        return SmapsParser.Read(text);
    }

    private MemorySums Sums(ProcReader proc, ReadOnlySpan<byte> file) =>
        proc.Read(processId, file, out ReadOnlySpan<byte> text) == ProcReadState.Read ? MemorySums.Parse(text) : throw TargetErrors.Gone(processId);

    private static IEnumerable<MemoryHolding> Kernel(MemorySums status, List<Mapping> mappings)
    {
        yield return new MemoryHolding("page tables", null, 1, status["VmPTE"]);
        yield return new MemoryHolding("swap", null, 1, status["VmSwap"]);
        yield return new MemoryHolding("huge pages", null, 1, mappings.Sum(mapping => mapping.HugetlbBytes));
    }
}
