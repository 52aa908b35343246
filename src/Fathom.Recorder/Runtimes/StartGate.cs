using System.Diagnostics;
using System.Net.Sockets;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>Lets every program that comes to a <see cref="StartPort"/> start, each after something was done for it. Whatever fails: none waits for ever.</summary>
internal sealed class StartGate : IDisposable
{
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan s_elsewhere = TimeSpan.FromMilliseconds(500);
    private const int LookShare = 200;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);

    private readonly StartPort _port;
    private readonly Action<int> _first;
    private readonly Action<int, Exception>? _failed;
    private readonly Lock _lock = new();
    private readonly HashSet<Task> _visits = [];
    private readonly Dictionary<Guid, Task<bool>> _last = [];
    private readonly Dictionary<Guid, StartedRuntime> _held = [];
    private readonly Thread _thread;
    private long _nextLook;
    private volatile bool _isClosed;
    private volatile int _looksWithout;

    /// <summary>Begins to listen.</summary>
    /// <param name="port">The port.</param>
    /// <param name="first">Told the number (pid) of a process before its program starts, on a thread of its own; 0 for one that is not in our PID namespace.</param>
    /// <param name="failed">Told where that failed; null where it cannot.</param>
    public StartGate(StartPort port, Action<int> first, Action<int, Exception>? failed = null)
    {
        (_port, _first, _failed) = (port, first, failed);
        _thread = new Thread(Listen) { IsBackground = true, Name = "starting runtimes" };
        _thread.Start();
    }

    /// <summary>How often in a row no process was there whose runtime could still come. Looks are half a second apart at least.</summary>
    public int LooksWithout => _looksWithout;

    /// <summary>Listens no longer, when those that have come were let go on. They come again to who listens at the port next.</summary>
    public void Dispose()
    {
        if (_isClosed)
            return;
        _isClosed = true;
        _thread.Join();
        Task.WaitAll([.. _visits]);
        foreach (StartedRuntime runtime in _held.Values)
            runtime.Dispose();
    }

    // Each visitor has a thread of its own: one that says nothing holds up nobody else.
    private void Listen()
    {
        while (!_isClosed)
        {
            LookElsewhere();
            if (_port.Accept(s_look) is not { } visitor)
                continue;
            RemoveGone();
            _visits.RemoveWhere(static visit => visit.IsCompleted);
            _visits.Add(Task.Factory.StartNew(() => Receive(visitor), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        }
    }

    // A look takes some microseconds for each process of the machine; where these are many it comes less often.
    private void LookElsewhere()
    {
        long start = Stopwatch.GetTimestamp();
        if (start < _nextLook)
            return;
        if (_port.OpenElsewhere() is { } without)
            _failed?.Invoke(without, new IOException("it sees no folder in which a socket can be created, so it waits at its start: --no-runtime-events starts it without waiting"));
        _looksWithout = _port.WasAwaited ? 0 : _looksWithout + 1;
        TimeSpan taken = Stopwatch.GetElapsedTime(start), pause = taken * LookShare > s_elsewhere ? taken * LookShare : s_elsewhere;
        _nextLook = start + (long)(pause.TotalSeconds * Stopwatch.Frequency);
    }

    private void Receive(Socket visitor)
    {
        if (StartedRuntime.Meet(visitor) is not { } runtime)
            return;
        TaskCompletionSource<bool> visit = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<bool>? earlier;
        lock (_lock)
        {
            earlier = _last.GetValueOrDefault(runtime.Cookie);
            _last[runtime.Cookie] = visit.Task;
        }

        bool hasStarted = false;
        try
        {
            hasStarted = LetGo(runtime, earlier);
        }
        finally
        {
            visit.SetResult(hasStarted);
        }
    }

    // A runtime comes again after each answer. When its program has started, its connection is kept: it would come at once again and again.
    private bool LetGo(StartedRuntime runtime, Task<bool>? earlier)
    {
        if (earlier?.Result == true)
        {
            lock (_lock)
            {
                if (_held.Remove(runtime.Cookie, out StartedRuntime? old))
                    old.Dispose();
                _held.Add(runtime.Cookie, runtime);
            }

            return true;
        }

        using (runtime)
        {
            try
            {
                if (earlier is null)
                    _first(runtime.ProcessId);
            }
            catch (Exception e) when (_failed is not null)
            {
                // Whatever it comes to, the program starts.
                _failed(runtime.ProcessId, e);
            }

            return runtime.TryResume(s_limit);
        }
    }

    private void RemoveGone()
    {
        lock (_lock)
        {
            foreach ((Guid cookie, StartedRuntime runtime) in _held.Where(static held => held.Value.IsGone).ToArray())
            {
                runtime.Dispose();
                _held.Remove(cookie);
                _last.Remove(cookie);
            }
        }
    }
}
