using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Ports;
using Fathom.Sources.Traces.Joined;

namespace Fathom.Recorder.Runtimes;

/// <summary>
/// Records the runtime events of .NET processes, each into a file of its own (<c>PID.nettrace</c>), as the runtimes send them. No process is stopped. However this
/// process ends, each runtime ends its session by itself, and programs that wait at their start are let go on by a guard (<see cref="StartGuard"/>).
/// </summary>
public sealed partial class RuntimeRecorder : IAsyncDisposable
{
    private const int BudgetShare = 4;
    private const int LeastBufferMebibytes = 2;
    private const int MostSecondMebibytes = 8;

    private static readonly TimeSpan s_fork = TimeSpan.FromMilliseconds(50);

    private readonly RuntimeRecorderOptions _options;
    private readonly RawEventsOptions _stream;
    private readonly RawEventsOptions? _streamWithoutStacks;
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentDictionary<ProcessInstance, Lazy<Task<RecordedRuntime?>>> _runtimes = new();
    private readonly ConcurrentQueue<RuntimeProblem> _problems = new();
    private readonly Lock _lock = new();
    private readonly HashSet<string> _names = [];
    private ProcessInstance _launched;
    private RuntimeWatch? _watch;
    private StartPort? _port;
    private StartGate? _gate;
    private StartGuardProcess? _guard;
    private Task<IReadOnlyList<RuntimeSource>>? _stopping;
    private int _withoutNames;

    /// <summary>Begins; nothing is recorded yet.</summary>
    /// <param name="options">What is recorded, and where it goes.</param>
    public RuntimeRecorder(RuntimeRecorderOptions options)
    {
        _options = options;
        _stream = new RawEventsOptions { Providers = options.Providers, BufferMebibytes = BufferMebibytes(options) };
        if (!options.NamesMethods)
            _stream = _stream with { RundownKeywords = 0 };
        else if (options.MapsToIl)
            _stream = _stream with { RundownKeywords = _stream.RundownKeywords | RawEventsOptions.MapsToIl };
        if (options.WithoutStacks.Count > 0)
        {
            _streamWithoutStacks = _stream with
            {
                Providers = options.WithoutStacks,
                RundownKeywords = 0,
                WithStacks = false,
                BufferMebibytes = Math.Min(_stream.BufferMebibytes, MostSecondMebibytes),
            };
        }

        if (options.Follow != RuntimeFollow.None)
            _watch = new RuntimeWatch(OnFound);
    }

    /// <summary>Bytes that were written up to now.</summary>
    public long Bytes => Begun().Sum(static runtime => runtime.Bytes);

    /// <summary>The processes whose runtimes are being recorded now.</summary>
    public IReadOnlyList<ProcessInstance> Running =>
        [.. Begun().Where(static runtime => !runtime.HasEnded).Select(static runtime => runtime.Process)];

    /// <summary>Processes that do not name the methods which they compiled before, because the recording has no room for that.</summary>
    public int WithoutNames => Volatile.Read(ref _withoutNames);

    /// <summary>Processes whose runtime is not recorded, or not wholly.</summary>
    public IReadOnlyCollection<RuntimeProblem> Problems => _problems;

    /// <summary>Records a process that runs. Ends when its events are on.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <returns>Whether they are; else <see cref="Problems"/> says why not.</returns>
    public async Task<bool> AttachAsync(int processId)
    {
        if (ProcessInstance.TryFind(processId, out ProcessInstance process, out _))
            return await BeginAsync(process).ConfigureAwait(false) is not null;
        _problems.Enqueue(new RuntimeProblem(processId, $"There is no process {processId}.", "list the .NET processes with: fathom ps"));
        return false;
    }

    /// <summary>Records all .NET processes that run, and that we may ask. Ends when the events of all are on.</summary>
    /// <param name="stop">Gives up.</param>
    public Task AttachAllAsync(CancellationToken stop) => Task.WhenAll(
        new ProcessScanner().Scan(stop).Processes.Where(static process => process.RuntimeVersion != ProcessFacts.NativeAot).Select(process => AttachAsync(process.Pid)));

    /// <summary>
    /// Makes the environment of a program that is about to be started such that it waits at its start until its events are on, and so does every .NET program that it starts.
    /// </summary>
    /// <param name="environment">The environment.</param>
    /// <exception cref="FathomException">There is no port for it, or nobody to let it go on.</exception>
    public void PrepareLaunch(IDictionary<string, string?> environment)
    {
        _port = StartPort.Open();
        try
        {
            if (_options.Fathom.Count > 0)
                _guard = StartGuardProcess.Start(_options.Fathom, _port);
            _gate = new StartGate(_port, OnStarting, Fail);
        }
        catch
        {
            CloseGate();
            throw;
        }

        environment[StartPort.Variable] = _port.ValueBeside(environment.TryGetValue(StartPort.Variable, out string? other) ? other : null);
    }

    /// <summary>The program was started; what it starts is recorded too, as <see cref="RuntimeRecorderOptions.Follow"/> says.</summary>
    /// <param name="processId">Its number (pid).</param>
    public void FollowLaunched(int processId) => ProcessInstance.TryFind(processId, out _launched, out _);

    /// <summary>Ends all sessions at once, and waits until the runtimes have sent their last events.</summary>
    /// <param name="limit">How long that may take.</param>
    public Task<IReadOnlyList<RuntimeSource>> StopAsync(TimeSpan limit)
    {
        lock (_lock)
            return _stopping ??= Task.Factory.StartNew(() => End(limit), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>Ends all sessions without waiting for their last events, where <see cref="StopAsync"/> was not called.</summary>
    public async ValueTask DisposeAsync()
    {
        await ((Task)StopAsync(TimeSpan.Zero)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private IReadOnlyList<RuntimeSource> End(TimeSpan limit)
    {
        _ = RecorderThreads.Favor();
        long start = Stopwatch.GetTimestamp();
        RuntimeWatch? watch = _watch;
        watch?.Dispose();
        _watch = null;
        _stop.Cancel();
        Task<RuntimeSource?>[] ends =
        [
            .. _runtimes.Values.Select(runtime => Task.Factory.StartNew(
                () => runtime.Value.Result?.Stop(limit - Stopwatch.GetElapsedTime(start)), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)),
        ];
        try
        {
            Task.WaitAll(ends);
        }
        finally
        {
            CloseGate();
        }

        foreach (RecordedRuntime runtime in Begun())
            runtime.Dispose();
        IEnumerable<ProcessInstance> unseen = watch?.Unseen.Where(each => !_runtimes.ContainsKey(each.Process) && IsFollowed(each.ParentId)).Select(static each => each.Process) ?? [];
        foreach (RuntimeProblem problem in UnseenRuntimes.Of(limit > TimeSpan.Zero ? unseen : []))
            _problems.Enqueue(problem);
        IEnumerable<RuntimeSource> sources = ends.Select(static end => end.Result).OfType<RuntimeSource>();
        return [.. sources.Concat(sources.Select(static source => source.Beside).OfType<RuntimeSource>()).OrderBy(static source => source.StartNs)];
    }

    private void CloseGate()
    {
        _gate?.Dispose();
        _gate = null;
        if (_port is not { } port)
            return;
        if (_guard is not { } guard)
        {
            port.Remove();
        }
        else if (IsAwaited(port))
        {
            guard.Dispose();
        }
        else
        {
            guard.Dismiss();
            port.Remove();
        }

        port.Dispose();
        _port = null;
    }

    // Between a fork and what the new program reads of its environment lie milliseconds in which no process has it.
    private static bool IsAwaited(StartPort port)
    {
        if (port.IsAwaited())
            return true;
        CancellationToken.None.WaitHandle.WaitOne(s_fork);
        return port.IsAwaited();
    }

    private void OnStarting(int processId)
    {
        if (ProcessInstance.TryFind(processId, out ProcessInstance process, out _))
            BeginAsync(process).GetAwaiter().GetResult();
        else if (processId == 0)
            _problems.Enqueue(new RuntimeProblem(0, "A program started in another PID namespace; its runtime events are missing.", "start fathom where that namespace is visible"));
    }

    private void OnFound(ProcessInstance process, int parentId)
    {
        if (IsFollowed(parentId))
            _ = BeginAsync(process);
    }

    private bool IsFollowed(int parentId) => _options.Follow == RuntimeFollow.All || Descends(parentId);

    private bool Descends(int parentId)
    {
        for (int id = parentId; id > 1 && ProcessInstance.TryFind(id, out ProcessInstance process, out int next); id = next)
        {
            if (process == _launched || _runtimes.ContainsKey(process))
                return true;
        }

        return false;
    }

    private IEnumerable<RecordedRuntime> Begun() =>
        _runtimes.Values.Select(BegunOf).OfType<RecordedRuntime>();

    private static RecordedRuntime? BegunOf(Lazy<Task<RecordedRuntime?>> runtime) =>
        runtime is { IsValueCreated: true, Value: { IsCompletedSuccessfully: true, Result: { } begun } } ? begun : null;

    // One session for each process, whoever finds it first.
    private Task<RecordedRuntime?> BeginAsync(ProcessInstance process) => _stop.IsCancellationRequested || process.ProcessId == Environment.ProcessId || process.ProcessId == OwnGuard.ProcessId
        ? Task.FromResult<RecordedRuntime?>(null)
        : _runtimes.GetOrAdd(process, static (one, self) => new Lazy<Task<RecordedRuntime?>>(() => self.Start(one)), this).Value;

    // Not in the pool: it gives a thread to each of many that wait only slowly.
    private Task<RecordedRuntime?> Start(ProcessInstance process) =>
        Task.Factory.StartNew(() => Begin(process), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private RecordedRuntime? Begin(ProcessInstance process)
    {
        try
        {
            long? reserved = _stream.RundownKeywords == 0 ? 0 : _options.Budget.TryReserve(NamesEstimate.Of(process.ProcessId) + UnsentBytes);
            if (reserved is null)
                Interlocked.Increment(ref _withoutNames);
            RawEventsOptions stream = reserved is null ? _stream with { RundownKeywords = 0 } : _stream;
            string path = NewPath(process.ProcessId);
            RecordedRuntime runtime = RecordedRuntime.Start(process, stream, path, (_options.Budget, reserved ?? 0), _stop.Token, _options.KeepNs);
            if (_streamWithoutStacks is { } second)
                BeginSecond(runtime, second, StreamPair.SecondOf(path));
            return runtime;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
        catch (FathomException e)
        {
            _problems.Enqueue(new RuntimeProblem(process.ProcessId, e.Message, e.NextStep, RuntimePorts.HasNoRuntime(process.ProcessId)));
            return null;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // One process of many: the others are recorded.
            Fail(process.ProcessId, e);
            return null;
        }
    }

    // The first session goes on without it.
    private void BeginSecond(RecordedRuntime runtime, RawEventsOptions stream, string path)
    {
        try
        {
            runtime.Beside = Start(stream);
        }
        catch (OperationCanceledException)
        {
            // The recording ends.
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            _problems.Enqueue(new RuntimeProblem(runtime.Process.ProcessId, $"Its requests are not recorded: {e.Message}", (e as FathomException)?.NextStep));
        }

        RecordedRuntime? Start(RawEventsOptions asked)
        {
            try
            {
                return RecordedRuntime.Start(runtime.Process, asked, path, (_options.Budget, 0), _stop.Token, _options.KeepNs);
            }
            catch (FathomException e) when (e.ExitCode == ExitCode.NotPossible)
            {
                return _options.AsksOlderForStacks ? Start(asked with { WithStacks = true }) : null;
            }
        }
    }

    // Of many programs few have much to send.
    private long UnsentBytes => _options.Follow == RuntimeFollow.All ? 0 : (long)_stream.BufferMebibytes << 20;

    // What a runtime holds when a recording has its full size is sent still, before the names of its methods.
    private static int BufferMebibytes(RuntimeRecorderOptions options) => options.Budget.MostBytes is { } most
        ? (int)Math.Clamp(most / BudgetShare >> 20, Math.Min(LeastBufferMebibytes, options.BufferMebibytes), options.BufferMebibytes)
        : options.BufferMebibytes;

    private void Fail(int processId, Exception why) =>
        _problems.Enqueue(new RuntimeProblem(processId, $"The runtime of process {processId} cannot be contacted: {why.Message.TrimEnd('.')}.", null));

    // A number of a process may come again.
    private string NewPath(int processId)
    {
        lock (_lock)
        {
            for (int count = 1; ; count++)
            {
                string name = count == 1 ? string.Create(CultureInfo.InvariantCulture, $"{processId}.nettrace") : string.Create(CultureInfo.InvariantCulture, $"{processId}-{count}.nettrace");
                if (_names.Add(name))
                    return Path.Combine(_options.Folder, name);
            }
        }
    }
}
