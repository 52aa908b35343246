using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// The one owner of a live target. A dedicated thread stops it, reads it through the DAC and lets it run again; all work on the target
/// is handed to that thread, because the kernel lets only the thread that stopped a process resume it.
/// </summary>
/// <remarks>
/// <para>
/// The target is stopped only inside <see cref="InvokeStopped"/>, and runs again when that ends: normally, by an exception, at the deadline
/// or by cancellation. Work must watch <see cref="LiveTarget.Due"/>, and must neither wait, store nor print.
/// </para>
/// <para>
/// Native code of the DAC cannot be interrupted. Should it hang, the caller gets an error a few seconds after the deadline, the target stays
/// stopped, and the end of the tool, which that error leads to, makes the kernel resume it. The same holds after SIGKILL.
/// </para>
/// </remarks>
public sealed class TargetSession : IDisposable
{
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_grace = TimeSpan.FromSeconds(3);

    // To end by CompleteAdding costs two exceptions, and those a hundredth of a second at a process that ends then.
    private static readonly Action s_end = static () => { };

    private readonly BlockingCollection<Action> _work = [];
    private readonly Thread _owner;
    private readonly LiveMemory _memory;
    private readonly DataTarget _dataTarget;
    private readonly LiveDataReader _reader;
    private readonly ClrInfo _clrInfo;
    private readonly DacLibrary _dac;
    private bool _stuck;
    private bool _isLayoutKnown;
    private bool _isDisposed;

    private TargetSession(int processId, string? dac)
    {
        ProcessId = processId;
        RuntimeModule runtime = RuntimeModule.Find(processId);
        if (runtime.IsShared || (StartingRuntime.IsYoung(processId) && SingleFileBundle.RuntimeVersion($"/proc/{processId}/exe") is not null))
            StartingRuntime.Wait(processId, runtime.IsShared);
        string root = $"/proc/{processId}/root";
        _memory = new LiveMemory(processId);
        _memory.LookAtImages();
        _reader = new LiveDataReader(processId, runtime, _memory);
        _dataTarget = new DataTarget(_reader, new DataTargetOptions { FileLocator = new LocalFilesOnly(root) });
        try
        {
            _clrInfo = _dataTarget.ClrVersions.FirstOrDefault() ?? throw _reader.Failure ?? NotRecognised(processId, runtime);
            _dac = DacLocator.Find(RuntimeIdentity.Of(_clrInfo), DacPlaces.OfThisMachine(dac, processId));
            Note = _dac.Note;
        }
        catch (Exception reason)
        {
            _dataTarget.Dispose();
            _memory.Dispose();
            // Whatever could not be found of a process that is ending, its end is why.
            if (reason is FathomException && EndingProcess.Is(processId))
                throw TargetErrors.Gone(processId);
            throw;
        }

        _owner = new Thread(Own) { IsBackground = true, Name = "fathom target" };
        _owner.Start();
    }

    /// <summary>Number of the target (pid).</summary>
    public int ProcessId { get; }

    /// <summary>How long the last stop lasted, from the first thread told to stop to the last one let go.</summary>
    public TimeSpan LastPause { get; private set; }

    /// <summary>What a reader must know to trust what the session gives, or null.</summary>
    public string? Note { get; }

    /// <summary>Opens a session. The target is looked at, not stopped.</summary>
    /// <param name="processId">Number of the target (pid).</param>
    /// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
    /// <exception cref="FathomException">No such process, not ours to read, not .NET, or its DAC is missing.</exception>
    public static TargetSession Open(int processId, string? dac = null)
    {
        new TargetAccess(new ProcessScanner()).Check(processId);
        return OpenAllowed(processId, dac);
    }

    /// <summary>Opens a session with a process that the caller knows to be ours to read.</summary>
    /// <param name="processId">Number of the target (pid).</param>
    /// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
    /// <exception cref="FathomException">No such process, not .NET, or its DAC is missing.</exception>
    internal static TargetSession OpenAllowed(int processId, string? dac) => new(processId, dac);

    /// <summary>Runs work on the owner thread while the target runs. What it reads may change under it, so it serves preparation only.</summary>
    /// <param name="work">The work.</param>
    /// <param name="deadline">How long it may take.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public Task<T> InvokeRunning<T>(Func<LiveTarget, T> work, TimeSpan deadline, CancellationToken stop) =>
        Invoke(work, isStopped: false, deadline, stop);

    /// <summary>The same, with what was copied of the target's memory in place of what is there now.</summary>
    /// <param name="overlay">Memory as it was in the stop; null to read the target as it is.</param>
    /// <param name="work">The work.</param>
    /// <param name="deadline">How long it may take.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    internal Task<T> InvokeAfterwards<T>(ITargetMemory? overlay, Func<LiveTarget, T> work, TimeSpan deadline, CancellationToken stop) =>
        Invoke(work, isStopped: false, deadline, stop, overlay);

    /// <summary>Stops the target, runs work on the owner thread, and lets the target run again.</summary>
    /// <param name="work">The work.</param>
    /// <param name="deadline">How long the target may stand still.</param>
    /// <param name="stop">Cancels the work; the target runs again as soon as the work notices.</param>
    /// <exception cref="FathomException">The target cannot be stopped, has gone, or the deadline has passed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public Task<T> InvokeStopped<T>(Func<LiveTarget, T> work, TimeSpan deadline, CancellationToken stop) =>
        Invoke(work, isStopped: true, deadline, stop);

    /// <summary>Ends the owner thread. Work under way is waited for, unless it hangs.</summary>
    public void Dispose()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _work.Add(s_end);
        if (_stuck)
            return;
        _owner.Join();
        _work.Dispose();
    }

    private static FathomException NotRecognised(int processId, RuntimeModule runtime) => runtime.IsShared
        ? FathomException.Target($"The runtime of process {processId} is not recognised: {runtime.Path}.", "fathom reads .NET 8 and later")
        : TargetErrors.NotDotNet(processId);

    private Task<T> Invoke<T>(Func<LiveTarget, T> work, bool isStopped, TimeSpan deadline, CancellationToken stop, ITargetMemory? overlay = null)
    {
        TaskCompletionSource<T> done = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task overdue = Task.Delay(deadline + s_stopLimit, stop);
        _work.Add(
            () =>
            {
                try
                {
                    done.TrySetResult(isStopped ? RunStopped(work, deadline, stop) : RunRunning(work, overlay, deadline, stop));
                }
                catch (OperationCanceledException) when (stop.IsCancellationRequested)
                {
                    done.TrySetCanceled(stop);
                }
                catch (OperationCanceledException)
                {
                    done.TrySetException(isStopped ? TargetErrors.Overdue(ProcessId, deadline) : TargetErrors.Late(ProcessId, deadline));
                }
                catch (Exception e)
                {
                    // What goes wrong in ClrMD after the target has gone is a consequence of that.
                    done.TrySetException(_reader.Failure ?? e);
                }
            },
            CancellationToken.None);

        // A generic method that waits is compiled anew by each process, so what waits is another one.
        _ = EndWhenStuck(done.Task, overdue, done.TrySetException);
        return done.Task;
    }

    private async Task EndWhenStuck(Task work, Task overdue, Func<Exception, bool> end)
    {
        if (await Task.WhenAny(work, overdue).ConfigureAwait(false) == overdue
            && await Task.WhenAny(work, Task.Delay(s_grace, CancellationToken.None)).ConfigureAwait(false) != work)
        {
            // Set before who waits goes on, and not where the work was done at the last moment.
            _stuck = true;
            _stuck = end(TargetErrors.Stuck(ProcessId, s_grace));
        }
    }

    private ClrRuntime CreateRuntime()
    {
        ClrRuntime runtime;
        try
        {
            runtime = _clrInfo.CreateRuntime(_dac.LoadPath, ignoreMismatch: true);
        }
        catch (Exception e) when (DacErrors.IsNoLibrary(e))
        {
            throw DacErrors.NoLibrary(_dac.Path, e);
        }

        CheckLayout(runtime);
        return runtime;
    }

    // What a runtime tells of itself lies in its file, so it is the same while it runs.
    private void CheckLayout(ClrRuntime runtime)
    {
        if (_isLayoutKnown)
            return;
        try
        {
            RuntimeLayout.Check($"process {ProcessId}", RuntimeDescriptor.Read(runtime, _memory));
            _isLayoutKnown = true;
        }
        catch
        {
            runtime.Dispose();
            throw;
        }
    }

    private T RunRunning<T>(Func<LiveTarget, T> work, ITargetMemory? overlay, TimeSpan deadline, CancellationToken stop)
    {
        _memory.LookAtImages();
        _reader.Numbers = overlay is null ? NamespaceThreads.Read(ProcessId) : _reader.Numbers;
        using ClrRuntime runtime = CreateRuntime();
        using CancellationTokenSource due = CancellationTokenSource.CreateLinkedTokenSource(stop);
        due.CancelAfter(deadline);
        _reader.Overlay = overlay;
        try
        {
            return work(new LiveTarget(ProcessId, overlay ?? _memory, runtime, due.Token));
        }
        finally
        {
            _reader.Overlay = null;
        }
    }

    private T RunStopped<T>(Func<LiveTarget, T> work, TimeSpan deadline, CancellationToken stop)
    {
        // ClrMD keeps the state of the GC for the life of a runtime object, so each stop gets a new one; made before the stop, it is cheap.
        using ClrRuntime runtime = CreateRuntime();
        using CancellationTokenSource due = CancellationTokenSource.CreateLinkedTokenSource(stop);
        stop.ThrowIfCancellationRequested();
        ThreadNumbers before = NamespaceThreads.Read(ProcessId);
        ProcessStop held = ProcessStop.Begin(ProcessId, s_stopLimit);
        try
        {
            due.CancelAfter(deadline);
            _memory.LookAtImages();
            _reader.IsStopped = true;
            _reader.Numbers = NamespaceThreads.Read(ProcessId, before, held.Threads);
            runtime.FlushCachedData();
            T result = work(new LiveTarget(ProcessId, _memory, runtime, due.Token) { StopTimestamp = held.StartTimestamp });
            return _reader.Failure is { } failure ? throw failure : result;
        }
        finally
        {
            _reader.IsStopped = false;
            held.Dispose();
            LastPause = Stopwatch.GetElapsedTime(held.StartTimestamp, held.EndTimestamp);
        }
    }

    private void Own()
    {
        while (_work.Take() is var action && action != s_end)
            action();
        _dataTarget.Dispose();
        _dac.Dispose();
        _memory.Dispose();
    }
}
