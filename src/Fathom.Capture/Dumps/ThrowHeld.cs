using Fathom.Capture.Triggers;
using Fathom.Sources.DumpWriting;

namespace Fathom.Capture.Dumps;

/// <summary>A thread of the program is held at its throw, before any handler has run.</summary>
internal sealed class ThrowHeld : ITriggerCondition
{
    private readonly IReadOnlyList<ExceptionCondition> _wanted;
    private readonly ExceptionsSeen _seen;
    private readonly AutoResetEvent _signal = new(false);
    private readonly ThrowGate _gate;
    private TriggerCause? _cause;
    private volatile bool _listens = true;

    /// <summary>Opens the gate.</summary>
    /// <exception cref="Model.FathomException">It is not possible here.</exception>
    public ThrowHeld(IReadOnlyList<ExceptionCondition> wanted)
    {
        _wanted = wanted;
        _seen = new ExceptionsSeen(wanted);
        _gate = new ThrowGate(OnThrown);
    }

    /// <summary>What the program passes.</summary>
    public ThrowGate Gate => _gate;

    public TimeSpan Interval => TimeSpan.FromSeconds(1);

    public WaitHandle Signal => _signal;

    public IReadOnlyList<string> Unmet => _seen.Unmet();

    // A thread that is held already waits for its dump.
    public void Reset() => _listens = true;

    public void Release()
    {
        _listens = false;
        if (Interlocked.Exchange(ref _cause, null) is not null)
            _gate.Release();
    }

    public TriggerCause? Look(long timestamp, CancellationToken stop) => Volatile.Read(ref _cause);

    public void Dispose()
    {
        _gate.Dispose();
        _signal.Dispose();
    }

    private bool OnThrown(string type, string message, long timestamp)
    {
        _seen.Add(type);
        if (!_listens || _wanted.FirstOrDefault(wanted => wanted.Matches(type, message)) is not { } found)
            return false;
        Volatile.Write(ref _cause, new TriggerCause($"{found.Text} ({type}: {message})", timestamp) { Moment = "the throw, before any handler ran" });
        _signal.Set();
        return true;
    }
}
