using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>Lets every program that comes to a <see cref="StartPort"/> start, each after something was done for it. Whatever fails: none waits for ever.</summary>
internal sealed class StartGate : IDisposable
{
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);

    private readonly StartPort _port;
    private readonly Action<int> _first;
    private readonly Lock _lock = new();
    private readonly Dictionary<Guid, Task<bool>> _last = [];
    private readonly Dictionary<Guid, StartedRuntime> _held = [];
    private readonly Thread _thread;
    private volatile bool _isClosed;

    /// <summary>Begins to listen.</summary>
    /// <param name="port">The port.</param>
    /// <param name="first">Told the number (pid) of a process before its program starts, on a thread of its own; 0 for one that is not in our PID namespace.</param>
    public StartGate(StartPort port, Action<int> first)
    {
        (_port, _first) = (port, first);
        _thread = new Thread(Listen) { IsBackground = true, Name = "starting runtimes" };
        _thread.Start();
    }

    /// <summary>Listens no longer, when those that have come were let go on. They come again to who listens at the port next.</summary>
    public void Dispose()
    {
        if (_isClosed)
            return;
        _isClosed = true;
        _thread.Join();
        Task.WaitAll([.. _last.Values]);
        foreach (StartedRuntime runtime in _held.Values)
            runtime.Dispose();
    }

    private void Listen()
    {
        while (!_isClosed)
        {
            if (_port.Accept(s_look) is not { } runtime)
                continue;
            RemoveGone();
            lock (_lock)
            {
                Task<bool>? earlier = _last.GetValueOrDefault(runtime.Cookie);
                _last[runtime.Cookie] = Task.Factory.StartNew(() => LetGo(runtime, earlier), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            }
        }
    }

    // A runtime comes again after each answer. When its program has started, its connection is kept: it would come at once again and again.
    private bool LetGo(StartedRuntime runtime, Task<bool>? earlier)
    {
        bool hasStarted = earlier?.Result == true;
        if (!hasStarted)
        {
            if (earlier is null)
                _first(runtime.ProcessId);
            hasStarted = runtime.TryResume(s_limit);
            runtime.Dispose();
            return hasStarted;
        }

        lock (_lock)
        {
            if (_held.Remove(runtime.Cookie, out StartedRuntime? old))
                old.Dispose();
            _held.Add(runtime.Cookie, runtime);
        }

        return true;
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
