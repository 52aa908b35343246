using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>Finds .NET processes that start, by a look at /proc and at the sockets of the temporary folder several times a second. No process is asked.</summary>
internal sealed class RuntimeWatch : IDisposable
{
    // A program opens its port some milliseconds after its runtime is loaded, and that may come late: after a shell, or from a slow disk.
    private const int YoungLooks = 50;
    private const int EagerLooks = 15;
    private const int LooksBetweenSockets = 5;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(100);

    private readonly Action<ProcessInstance, int> _found;
    private readonly HashSet<int> _known = [.. ProcessInstance.Numbers()];
    private readonly PortFolder _folder = new(Path.GetTempPath());
    private readonly HashSet<ProcessInstance> _sockets;
    private readonly Dictionary<ProcessInstance, (int ParentId, int Looks)> _young = [];
    private readonly LateRuntimes _late = new();
    private readonly NewestNumber _newest = new();
    private readonly ManualResetEventSlim _end = new(false, spinCount: 0);
    private readonly Thread _thread;

    /// <summary>Begins to look; what runs already is not told.</summary>
    /// <param name="found">Told a process with a runtime and its parent's number. It must return soon.</param>
    public RuntimeWatch(Action<ProcessInstance, int> found)
    {
        _found = found;
        _sockets = _folder.Changed() ?? [];
        _thread = new Thread(Look) { IsBackground = true, Name = "new runtimes" };
        _thread.Start();
    }

    /// <summary>Looks no longer.</summary>
    public void Dispose()
    {
        _end.Set();
        _thread.Join();
        _end.Dispose();
        _newest.Dispose();
        LookAtNumbers();
    }

    /// <summary>Processes that run and of which no port was seen. After the end.</summary>
    public IEnumerable<(ProcessInstance Process, int ParentId)> Unseen => _young.Select(static each => (each.Key, each.Value.ParentId)).Concat(_late.All);

    private void Look()
    {
        foreach (int number in _known)
            _late.Add(number);
        bool wasNew = true;
        for (int count = 1; !_end.Wait(s_pause); count++)
        {
            // A number is given a moment before its process is listed.
            bool isNew = _newest.HasChanged();
            if (isNew || wasNew)
                LookAtNumbers();
            wasNew = isNew;
            foreach ((ProcessInstance process, (int parentId, int looks)) in _young.Count > 0 ? _young.ToArray() : [])
            {
                if ((looks < EagerLooks || looks % LooksBetweenSockets == 0) && RuntimePorts.IsOpen(process.ProcessId))
                    Tell(process, parentId);
                else if (looks < YoungLooks)
                    _young[process] = (parentId, looks + 1);
                else
                    Delay(process);
            }

            _late.Look(Tell);
            if (count % LooksBetweenSockets == 0)
                LookAtSockets();
        }
    }

    private void LookAtNumbers()
    {
        HashSet<int> now = [.. ProcessInstance.Numbers()];
        foreach (int number in now)
        {
            if (_known.Add(number) && ProcessInstance.TryFind(number, out ProcessInstance process, out int parentId))
                _young.TryAdd(process, (parentId, 0));
        }

        _known.IntersectWith(now);
    }

    // A program that takes the place of another one (exec) has its number, and is not new by that.
    private void LookAtSockets()
    {
        if (_folder.Changed() is not { } now)
            return;
        foreach (ProcessInstance named in now)
        {
            if (!_sockets.Contains(named) && ProcessInstance.TryFind(named.ProcessId, out ProcessInstance process, out int parentId) && process == named)
                Tell(process, parentId);
        }

        _sockets.Clear();
        _sockets.UnionWith(now);
    }

    private void Delay(ProcessInstance process)
    {
        _young.Remove(process);
        _late.Add(process.ProcessId);
    }

    private void Tell(ProcessInstance process, int parentId)
    {
        _young.Remove(process);
        _sockets.Add(process);
        _found(process, parentId);
    }
}
