using System.Diagnostics;
using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Machine.Resources;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Memory;

/// <summary>Looks at all memory of a process: while it runs, or in a stop, where all mappings and pages are of one instant.</summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="options">How it is looked at.</param>
internal sealed class MemoryReader(int processId, MemoryExtractorOptions options)
{
    private static readonly TimeSpan s_runtimeLimit = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(5);

    private readonly MemoryInstantReader _instants = new(processId);
    private readonly List<string> _notes = [];

    /// <summary>What a reader must know so far.</summary>
    internal IReadOnlyList<string> Notes => _notes;

    /// <summary>Takes the look.</summary>
    /// <exception cref="FathomException">The process is gone or not ours to read.</exception>
    public MemoryReading Read(CancellationToken stop)
    {
        new TargetAccess(new ProcessScanner()).Check(processId, isOnlyRead: !options.Stops);
        return Guard(processId, () =>
        {
            using TargetSession? session = OpenRuntime();
            return options.Stops ? ReadStopped(session, stop) : ReadRunning(session, stop);
        });
    }

    /// <summary>What lies outside of the resident set is read when the process runs again.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="instant">What was read of one moment.</param>
    /// <param name="intrusion">proc, runtime or stop.</param>
    /// <param name="notes">What a reader must know to trust the numbers; added to.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static MemoryReading Complete(int processId, MemoryInstant instant, string intrusion, List<string> notes, CancellationToken stop)
    {
        if (instant.MissingStacks > 0)
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"The stacks of {instant.MissingStacks} of {instant.ThreadCount} threads were not found; their memory is not explained."));
        if (MemoryUsers.Note(instant.Mappings.Select(static mapping => mapping.Path), $"/proc/{processId}/exe") is { } users)
            notes.Add(users);
        DescriptorHoldings descriptors = DescriptorHoldings.Read(processId, instant.Mappings, stop);
        if (descriptors.RefusedCount > 0)
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"{descriptors.RefusedCount} descriptors could not be inspected; what they hold is missing."));
        return new MemoryReading
        {
            Intrusion = intrusion,
            MappingCount = instant.Mappings.Count,
            ThreadCount = instant.ThreadCount,
            Pieces = instant.Pieces,
            Malloc = MallocLook.Take(processId, instant, stop),
            Holdings = [.. Kernel(instant).Where(holding => holding.SizeBytes > 0), .. descriptors.All],
            Rollup = instant.Rollup,
            Status = instant.Status,
            Cgroup = CgroupMemory.Read(File.ReadLines($"/proc/{processId}/cgroup"), CgroupPlace.Mounts),
            Notes = notes,
        };
    }

    /// <summary>Reads files of /proc, and says what is wrong in a sentence.</summary>
    /// <exception cref="FathomException">The process is gone, not ours to read, or the kernel shows something unknown.</exception>
    public static T Guard<T>(int processId, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (UnauthorizedAccessException e)
        {
            throw TargetErrors.NotAllowed(processId, e);
        }
        catch (Exception e) when (e is IOException or FormatException)
        {
            throw EndingProcess.Is(processId) ? TargetErrors.Gone(processId) : TargetErrors.Unreadable(processId, e);
        }
    }

    // Without the runtime's own record the balance is coarser, and that is said.
    private TargetSession? OpenRuntime()
    {
        ProcessState state = new ProcessScanner().Look(processId).State;
        if (state is ProcessState.NotDotNet or ProcessState.NativeAot)
        {
            _notes.Add(state == ProcessState.NativeAot
                ? "This is a NativeAOT program: its managed types and objects cannot be read, and its managed heap is part of what is not explained."
                : "This is not a .NET process, so it has no rows for a runtime.");
            return null;
        }

        try
        {
            TargetSession session = TargetSession.OpenAllowed(processId, options.Dac);
            if (session.Note is { } note)
                _notes.Add(note);
            return session;
        }
        catch (FathomException e) when (!EndingProcess.Is(processId))
        {
            Note(WithoutRuntime(e.Message));
            return null;
        }
    }

    private MemoryReading ReadRunning(TargetSession? session, CancellationToken stop)
    {
        RuntimeClaims? claims = session is null ? null : ReadRuntime(session, out _, stop);
        return Complete(processId, _instants.Take(claims, isStopped: false, stop), claims is null ? "proc" : "runtime", _notes, stop);
    }

    private RuntimeClaims? ReadRuntime(TargetSession session, out TimeSpan lookTime, CancellationToken stop)
    {
        TimeSpan time = lookTime = TimeSpan.Zero;
        try
        {
            bool settled = false;
            RuntimeClaims claims = session.InvokeRunning(target => RuntimeClaims.Read(target.Runtime, target.Due, out settled, out time), s_runtimeLimit, stop).GetAwaiter().GetResult();
            lookTime = time;
            if (!settled)
                Note("The managed heap changed in each attempt, so the rows of the managed heap are approximate.");
            return claims;
        }
        catch (FathomException e) when (!EndingProcess.Is(processId))
        {
            Note(WithoutRuntime(e.Message));
            return null;
        }
    }

    // Rehearsed while the process runs, so that everything on the way is loaded and the time that it takes is known.
    private MemoryReading ReadStopped(TargetSession? session, CancellationToken stop)
    {
        TimeSpan asking = TimeSpan.Zero;
        RuntimeClaims? rehearsed = session is null ? null : ReadRuntime(session, out _, stop);
        _instants.Take(rehearsed, isStopped: false, stop);
        if (session is not null)
            ReadRuntime(session, out asking, stop);
        long start = Stopwatch.GetTimestamp();
        _instants.Take(rehearsed, isStopped: false, stop);
        TimeSpan expected = PauseEstimate.Of(processId, new HeapRehearsal(0, asking + Stopwatch.GetElapsedTime(start), 1));
        options.PauseExpected?.Invoke(expected);
        PauseLimit.Check(processId, expected, options.MaxPause);
        if (session is null)
            return ReadHeld(expected, stop);
        (MemoryInstant instant, long timestamp) = SettledStop.Read(session, Take, PauseLimit.Of(options.MaxPause), stop);
        return Complete(processId, instant, "stop", _notes, stop) with { Pause = new MemoryPause(timestamp, expected, session.LastPause) };
    }

    private MemoryInstant? Take(LiveTarget target, bool mayComeBack) =>
        target.Runtime.Heap.CanWalkHeap ? _instants.Take(RuntimeClaims.Look(target.Runtime, target.Due), isStopped: true, target.Due) : null;

    // A process whose runtime is not read: this thread stops it and lets it go.
    private MemoryReading ReadHeld(TimeSpan expected, CancellationToken stop)
    {
        MemoryInstant instant;
        ProcessStop held = ProcessStop.Begin(processId, s_stopLimit);
        try
        {
            using CancellationTokenSource due = CancellationTokenSource.CreateLinkedTokenSource(stop);
            due.CancelAfter(PauseLimit.Of(options.MaxPause));
            instant = _instants.Take(null, isStopped: true, due.Token);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw TargetErrors.Overdue(processId, PauseLimit.Of(options.MaxPause));
        }
        finally
        {
            held.Dispose();
        }

        MemoryPause pause = new(held.StartTimestamp, expected, Stopwatch.GetElapsedTime(held.StartTimestamp, held.EndTimestamp));
        return Complete(processId, instant, "stop", _notes, stop) with { Pause = pause };
    }

    /// <summary>That there are no rows of a runtime.</summary>
    /// <param name="reason">Why, as a sentence.</param>
    internal static string WithoutRuntime(string reason) => $"The rows of the runtime are missing, and its memory is not explained. {reason}";

    /// <summary>Notes something that a reader must know; a look that is rehearsed meets the same again.</summary>
    internal void Note(string sentence)
    {
        if (!_notes.Contains(sentence))
            _notes.Add(sentence);
    }

    private static IEnumerable<MemoryHolding> Kernel(MemoryInstant instant)
    {
        yield return new MemoryHolding("page tables", null, 1, instant.Status["VmPTE"]);
        yield return new MemoryHolding("swap", null, 1, instant.Status["VmSwap"]);
        yield return new MemoryHolding("huge pages", null, 1, instant.Mappings.Sum(mapping => mapping.HugetlbBytes));
    }
}
