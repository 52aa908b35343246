using System.Globalization;
using Fathom.Model;
using Fathom.Recorder;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Marks;
using Fathom.Recorder.Runtimes;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Ports;
using Fathom.Sources.Traces.Joined;

namespace Fathom.Capture.Recording;

/// <summary>What a recording has of .NET runtimes, and the marks that are set meanwhile.</summary>
internal sealed class RuntimePart : IDisposable
{
    private const int MostTold = 5;

    // A frozen program takes all of it; the others are done long before.
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(10);

    private static readonly string[] s_switches =
        ["DOTNET_EnableDiagnostics", "DOTNET_EnableDiagnostics_IPC", "COMPlus_EnableDiagnostics", "COMPlus_EnableDiagnostics_IPC"];

    private readonly RecordOptions _options;
    private readonly RuntimeRecorder? _recorder;
    private readonly MarkBook _marks;
    private Task<IReadOnlyList<RuntimeSource>>? _stopping;

    /// <summary>Begins; nothing is recorded yet, but marks are.</summary>
    public RuntimePart(RecordOptions options, RawFolder raw, SizeBudget budget)
    {
        _options = options;
        _marks = MarkBook.Open(raw.Path);
        if (options.WithoutRuntimes)
            return;
        // Where the user asks for one of these, all are in one session: their events are paired.
        bool isOneSession = DefaultProviders.Requests.Any(
            one => options.Providers.Any(other => other.Name.Equals(one.Name, StringComparison.OrdinalIgnoreCase)));
        _recorder = new RuntimeRecorder(new RuntimeRecorderOptions
        {
            Folder = raw.Path,
            KeepNs = options.KeepNs,
            Budget = budget,
            Providers =
            [
                .. DefaultProviders.All, .. options.Program.Count > 0 ? DefaultProviders.Started : [], .. options.Inlined
                    ? DefaultProviders.Inlined : [], .. options.Providers,
                .. isOneSession ? DefaultProviders.Requests : [],
            ],
            WithoutStacks = isOneSession ? [] : DefaultProviders.Requests,
            AsksOlderForStacks = options.Requests,
            Follow = options.Program.Count > 0 || options.Processes.Count > 0 ? RuntimeFollow.Children : RuntimeFollow.All,
            Fathom = options.Fathom,
        });
    }

    /// <summary>The moments that are marked meanwhile.</summary>
    public MarkBook Marks => _marks;

    /// <summary>Each source, and from when to when it was recorded. After the end.</summary>
    public IReadOnlyList<SourceWindow> Windows { get; private set; } = [];

    /// <summary>The processes whose runtimes are being recorded now.</summary>
    public IReadOnlyList<ProcessInstance> Running => _recorder?.Running ?? [];

    /// <summary>What the recording lacks of runtimes up to now, and why.</summary>
    public IReadOnlyList<RefusedEvent> Refused
    {
        get
        {
            RuntimeProblem[] problems = [.. _recorder?.Problems ?? []];
            RefusedEvent[] all =
            [
                .. SwitchedOff(),
                .. problems.Take(MostTold).Select(problem => new RefusedEvent(
                    string.Create(CultureInfo.InvariantCulture, $"the runtime events of process {problem.ProcessId}"), problem.Sentence, problem.NextStep,
                    _options.Processes.Contains(problem.ProcessId) && !problem.IsNative)),
            ];
            return problems.Length <= MostTold
                ? all
                : [.. all, new RefusedEvent(string.Create(CultureInfo.InvariantCulture, $"the runtime events of {problems.Length - MostTold} more processes"), "The reasons are similar.", null)];
        }
    }

    /// <summary>Why nothing is recorded of the first process that was named; null where its events are on, or none was named.</summary>
    public FathomException? Failure =>
        _options.Processes is [var first, ..] && _recorder?.Problems.FirstOrDefault(problem => problem.ProcessId == first) is { } problem
            ? FathomException.Target(problem.Sentence, problem.NextStep)
            : null;

    /// <summary>Variables of the environment of a program that is about to be started.</summary>
    /// <exception cref="FathomException">Nobody would let it start.</exception>
    public IReadOnlyDictionary<string, string?> Environment()
    {
        Dictionary<string, string?> environment = new() { [StartPort.Variable] = System.Environment.GetEnvironmentVariable(StartPort.Variable) };
        if (_options.Inlined)
            environment[DefaultProviders.InliningVariable] = "1";
        _recorder?.PrepareLaunch(environment);
        return environment;
    }

    /// <summary>A program was started.</summary>
    public void Follow(int processId) => _recorder?.FollowLaunched(processId);

    /// <summary>Starts the events of what runs already, and waits until they are on.</summary>
    /// <param name="stop">Waits no longer: the recording ends.</param>
    public void Attach(CancellationToken stop)
    {
        Task attached = _options.Processes.Count > 0 ? Task.WhenAll(_options.Processes.Select(pid => _recorder?.AttachAsync(pid) ?? Task.FromResult(false)))
            : _options.Program.Count == 0 && _recorder is not null ? _recorder.AttachAllAsync(CancellationToken.None)
            : Task.CompletedTask;
        _ = TryWait(attached, stop);
    }

    /// <summary>Begins to end all sessions at once.</summary>
    public void BeginStop() => _stopping = _recorder?.StopAsync(s_stopLimit);

    /// <summary>Waits until they have ended.</summary>
    /// <param name="soon">Leaves those that have not ended: their files stay as they are.</param>
    /// <returns>What of them is not whole.</returns>
    public IReadOnlyList<RefusedEvent> Stop(CancellationToken soon)
    {
        _marks.Dispose();
        if (_stopping is not null && !TryWait(_stopping, soon))
            return [new RefusedEvent("the last events of .NET programs, and the names of their methods", "SIGTERM left no time for them.", null)];
        IReadOnlyList<RuntimeSource> sources = _stopping?.GetAwaiter().GetResult() ?? [];
        Windows = WindowsOf(sources);
        List<RefusedEvent> lacks = [.. Refused];
        lacks.AddRange(sources.Where(static source => source.Problem is not null).Select(static source =>
            new RefusedEvent(string.Create(CultureInfo.InvariantCulture, $"the last events of process {source.ProcessId}, and the names of its methods"), source.Problem!, null)));
        if (_recorder?.WithoutNames is > 0 and int nameless)
        {
            lacks.Add(new RefusedEvent(
                string.Create(CultureInfo.InvariantCulture, $"the names of methods that {nameless} {(nameless == 1 ? "process" : "processes")} had compiled before"),
                "There is no room for them within '--max-size'.",
                null));
        }

        if (sources.Count(static source => source.IsReduced) is > 0 and int reduced)
        {
            string what = _options.Inlined ? "waits on handles, compiled and inlined methods" : "waits on handles and compiled methods";
            lacks.Add(new RefusedEvent(
                string.Create(CultureInfo.InvariantCulture, $"{what}, of {reduced} {(reduced == 1 ? "process" : "processes")}"),
                "Runtimes before .NET 10 send them only together with events that cost too much.",
                null));
        }

        return lacks;
    }

    /// <summary>When each source was on.</summary>
    public static IReadOnlyList<SourceWindow> WindowsOf(IEnumerable<RuntimeSource> sources) =>
    [
        .. sources.Select(static source => new SourceWindow(
            Path.GetFileName(source.Path),
            StreamPair.FirstOf(source.Path) is null ? "runtime" : "requests",
            source.ProcessId,
            source.StartNs,
            source.StopNs,
            source.Bytes)),
    ];

    /// <summary>Code that found no room in what is kept of a ring.</summary>
    public long CodeWithoutRoom => _recorder?.CodeWithoutRoom ?? 0;

    /// <summary>Gives up what is older than a ring keeps.</summary>
    /// <param name="nowNs">The time, or an earlier one up to which somebody still asks for.</param>
    public void Trim(long nowNs) => _recorder?.Trim(nowNs);

    /// <summary>Asks the runtimes for the names of their methods; they go on.</summary>
    public (IReadOnlyDictionary<string, IReadOnlyList<Func<Stream>>> Told, IReadOnlyList<RuntimeProblem> Problems) AskForNames(TimeSpan limit)
    {
        List<RuntimeProblem> problems = [];
        return (_recorder?.AskForNames(limit, problems) ?? new Dictionary<string, IReadOnlyList<Func<Stream>>>(), problems);
    }

    /// <summary>Makes the files of a span of time.</summary>
    public IReadOnlyList<RuntimeSource> Cut(
        (long FromNs, long ToNs) span, IReadOnlyDictionary<string, IReadOnlyList<Func<Stream>>> names, string folder) =>
        _recorder?.Cut(span, names, folder) ?? [];

    private static bool TryWait(Task task, CancellationToken stop)
    {
        try
        {
            task.WaitAsync(stop).GetAwaiter().GetResult();
            return true;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return false;
        }
    }

    // The variables are inherited by the program that is started, and hexadecimal.
    private IEnumerable<RefusedEvent> SwitchedOff()
    {
        if (_recorder is null || _options.Program.Count == 0)
            yield break;
        foreach (string name in s_switches)
        {
            if (System.Environment.GetEnvironmentVariable(name) is "0" or "0x0")
                yield return new RefusedEvent("the runtime events of started programs", $"The environment has {name}=0.", $"unset {name}");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _marks.Dispose();
        _recorder?.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }
}
