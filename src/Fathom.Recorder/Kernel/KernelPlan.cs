using System.Globalization;
using Fathom.Model;
using Fathom.Recorder.Kernel.Bpf;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Recorder.Kernel;

/// <summary>What is recorded, of what was asked for and may be.</summary>
internal sealed class KernelPlan : IDisposable
{
    private const int WakeupShare = 4;
    private const int MostWakeupBytes = 1 << 20;
    private const int BudgetShare = 50;
    // With fewer samples nobody could tell who ran.
    private const int LeastFrequency = 500;
    private const int LeastRecordsInRing = 8;
    private const int AllThreads = -1;
    private const int CallingThread = 0;

    private readonly KernelRecorderOptions _options;
    private readonly Rights _rights = Rights.Own();
    private readonly List<RecordedEvent> _events = [];
    private readonly List<RefusedEvent> _refused = [];

    private KernelPlan(KernelRecorderOptions options, EventScope scope) => (_options, Scope) = (options, scope);

    /// <summary>Whom the events are opened on.</summary>
    public EventScope Scope { get; }

    /// <summary>The events; the first tells of lives.</summary>
    public IReadOnlyList<RecordedEvent> Events => _events;

    /// <summary>What cannot be recorded.</summary>
    public IReadOnlyList<RefusedEvent> Refused => _refused;

    /// <summary>Tracepoints, where they can be read.</summary>
    public TraceFiles? Files { get; } = TraceFiles.Find();

    /// <summary>What records system calls, and tells whose page faults count; null for nothing.</summary>
    public CallPrograms? Programs { get; private set; }

    /// <summary>Whether system calls are recorded.</summary>
    public bool HasCalls { get; private set; }

    /// <summary>Whether descriptors are followed to the files that they lead to.</summary>
    public bool FollowsFiles => _options.Calls.Count > 0;

    /// <summary>Samples of calls and descriptors that the recorder itself made: of what was open at the start, and at the end.</summary>
    public int OwnCallSamples { get; set; }

    /// <summary>Makes the plan.</summary>
    /// <exception cref="FathomException">Nothing of it may be recorded, or a tracepoint does not exist.</exception>
    public static KernelPlan Make(KernelRecorderOptions options, KernelAccess access)
    {
        bool isMachine = options is { Processes: null, FollowsNextProgram: false };
        if (isMachine ? !access.Machine : !access.Own)
            throw NotPossible(access.Why!);
        EventScope scope = new(isMachine, WithKernel: isMachine || access.OwnKernel, options.FollowsNextProgram, access.TellsLost, WakeupBytes(options));
        KernelPlan plan = new(options, scope);
        plan.Fill(access);
        return plan;
    }

    /// <summary>The threads on which events are opened.</summary>
    public IReadOnlyList<int> Threads() =>
        Scope.IsMachine ? [AllThreads]
        : Scope.AtExec ? [CallingThread]
        : [.. (_options.Processes ?? []).SelectMany(ThreadsOf)];

    /// <summary>Notes what the kernel did not open.</summary>
    /// <exception cref="FathomException">Not even lives of processes.</exception>
    public void Learn(OpenEvents open)
    {
        if (open.All.Count == 0)
        {
            throw open.RingError != 0 ? NotPossible(Rights.Ring(open.RingError))
                : open.Failed.Count > 0 ? NotPossible(_rights.Nothing(open.Failed.Values.First()))
                : FathomException.Target("None of the processes to record is running any more.", "fathom ps lists the .NET processes");
        }

        foreach ((int source, int error) in open.Failed)
            _refused.Add(_rights.Event(_events[source], error));
        if (open.ThreadsLeftOut > 0)
            _refused.Add(new RefusedEvent(
                string.Create(CultureInfo.InvariantCulture, $"{open.ThreadsLeftOut} threads"), "A recording of single processes cannot hold more.", "sudo fathom … records the whole machine"));
    }

    /// <summary>Notes that something cannot be recorded.</summary>
    public void Refuse(RefusedEvent refused) => _refused.Add(refused);

    /// <summary>Notes that the kernel takes no programs: nothing calls those that were loaded.</summary>
    public void RefusePrograms(string what, int error) => RefusePrograms(Rights.Calls(
        Scope.IsMachine ? (what, error) : null, _options.Calls.Count > 0, _options.TracedCalls.Count > 0));

    /// <inheritdoc/>
    public void Dispose() => Programs?.Dispose();

    private void Fill(KernelAccess access)
    {
        _events.Add(EventSet.Lives(Scope, _options.Faults));
        _events.Add(EventSet.Clock(Scope, _options.SampleFrequency, _options.SampleStackBytes ?? RoomForStack()));
        if (!Scope.IsMachine && access.Why is { } why)
            _refused.Add(why);
        if (!Scope.WithKernel)
            _refused.Add(_rights.Kernel());
        if (Files is not null && Scope.IsMachine)
            AddScheduling(Files);
        else if (Scope.IsMachine)
            _refused.Add(Rights.TraceFiles());

        // What begins later tells of its begin. The last part of a recording begins among threads that wait, with callers.
        if (!Scope.AtExec || _options.KeepNs is not null)
            _events.Add(EventSet.States(Scope, hasChain: _options.KeepNs is not null));
        // Those of a profile come first: one that is asked for by its name too has more left out.
        foreach (ProfileEvent one in _options.MachineTracepoints)
            AddOfProfile(one);
        foreach (string name in _options.Tracepoints)
            AddChosen(name);
        bool hasCalls = _options.Calls.Count + _options.TracedCalls.Count > 0;
        if (hasCalls || _options.Faults)
            AddPrograms(hasCalls);
        // Behind the tracepoints: what these are not on for yet would look as if it did not come.
        _events.Add(EventSet.Switches(Scope));
    }

    // Small rings would have no room for a record with a copy of the usual size.
    private int? RoomForStack() => Scope.IsMachine ? Math.Min(EventSet.SampleStackBytes, _options.RingBytes / LeastRecordsInRing) : null;

    private void AddScheduling(TraceFiles files)
    {
        // A recording that has the event of turns is read as one that lacks them: it comes before what leaves them out.
        bool counts = _options.SampleFrequency >= LeastFrequency;
        Func<TracepointFile, RecordedEvent>[] turns = counts ? [file => EventSet.Turns(file, Scope)] : [];
        Add(
            EventSet.Switch,
            Rights.Waits,
            [file => EventSet.Waits(file, Scope), file => EventSet.UninterruptibleWaits(file, Scope), .. turns, file => EventSet.Yields(file, Scope, hasTurns: !counts)]);
        Add("sched:sched_waking", Rights.Waits, file => EventSet.Tracepoint(file, EventRole.Scheduling, Scope, hasChain: false));

        void Add(string name, string what, params ReadOnlySpan<Func<TracepointFile, RecordedEvent>> make)
        {
            TracepointFile? file = files.Tracepoint(name);
            if (file is null)
                _refused.Add(Rights.NoTracepoint(name, what));
            foreach (Func<TracepointFile, RecordedEvent> one in file is null ? [] : make)
                _events.Add(one(file!));
        }
    }

    private void AddPrograms(bool hasCalls)
    {
        if (_options.Faults)
            _events.AddRange(EventSet.Faults(Scope));
        // Programs in the kernel know the numbers of the machine only.
        if (Scope.IsMachine && !ProcNamespace.IsFirst)
        {
            RefusePrograms(Rights.CallsOfContainer(_options.Calls.Count > 0, _options.TracedCalls.Count > 0));
            return;
        }

        (string What, int Error) refused = ("", 0);
        if (Scope.IsMachine)
        {
            Programs = CallPrograms.TryLoad(
                _options.Calls, _options.TracedCalls, _options.Faults, _options.CallProcesses is null, Files, out refused);
        }

        if (Programs is null)
        {
            RefusePrograms(refused.What, refused.Error);
            return;
        }

        HasCalls = hasCalls;
        if (hasCalls)
            _events.Add(EventSet.Calls(Scope));
        if (_options.TracedCalls.Count > 0)
            _events.Add(EventSet.PlainCalls(Scope));
    }

    private void RefusePrograms(RefusedEvent calls)
    {
        HasCalls = false;
        if (_options.Calls.Count + _options.TracedCalls.Count > 0)
            _refused.Add(calls);
        if (_options is { Faults: true, CallProcesses: not null } && Scope.IsMachine)
            _refused.Add(Rights.FaultsOfSome);
    }

    // What was not asked for by its name is no error where a kernel lacks it.
    private void AddOfProfile(ProfileEvent asked)
    {
        if (_events.Any(each => each.Name == asked.Name))
            return;
        if (!Scope.IsMachine || Files is null)
            _refused.Add(Rights.NoneOfMachine(asked.Name));
        else if (Files.Tracepoint(asked.Name) is { } file)
            _events.Add(EventSet.OfProfile(file, Scope, asked));
        else
            _refused.Add(Rights.NoEvent(asked.Name));
    }

    private void AddChosen(string name)
    {
        if (Files is null)
        {
            _refused.Add(Rights.TraceFiles() with { What = $"the event {name}" });
            return;
        }

        TracepointFile file = Files.Tracepoint(name) ?? throw NoSuch(name, Files);
        if (_events.All(each => each.Name != file.FullName))
            _events.Add(EventSet.Tracepoint(file, EventRole.Chosen, Scope, hasChain: true));
    }

    private static FathomException NoSuch(string name, TraceFiles files)
    {
        string system = name.Split(':')[0];
        string[] known = [.. files.NamesOf(system)];
        string? near = NearMiss.Find(name, known.Length > 0 ? known : files.Systems());
        return FathomException.Usage(
            $"The kernel has no tracepoint '{name}'.",
            near is not null ? $"did you mean '{near}'?" : $"ls {files.Folder}/events lists the systems, and each folder there its events");
    }

    private static IEnumerable<int> ThreadsOf(int pid)
    {
        try
        {
            string tasks = string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/task");
            return [.. Directory.EnumerateDirectories(tasks).Select(static path => int.Parse(Path.GetFileName(path), CultureInfo.InvariantCulture))];
        }
        catch (IOException)
        {
            return [];
        }
    }

    // What rings hold when a recording has its full size is written still.
    private static int WakeupBytes(KernelRecorderOptions options)
    {
        int usual = Math.Min(options.RingBytes / WakeupShare, MostWakeupBytes);
        return options.Budget.MostBytes is { } most ? (int)Math.Clamp(most / (BudgetShare * Environment.ProcessorCount), Math.Min(usual, Environment.SystemPageSize), usual) : usual;
    }

    private static FathomException NotPossible(RefusedEvent why) => FathomException.NotPossible(why.Why, why.Fix);
}
