using System.Diagnostics;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Watching;

/// <summary>
/// The figures that a runtime tells by an event session, also of one that did not answer at first: a process that is stopped or a machine that is busy for some seconds must not leave a
/// watch of hours without them. It is asked again beside the samples, which do not wait for it.
/// </summary>
internal sealed class RuntimeLink : IDisposable
{
    private const int MostTries = 20;
    private const int SamplesBetween = 20;
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(1);

    private readonly int _processId;
    private readonly TimeSpan _interval;
    private readonly TimeSpan _pause;
    private readonly AskedFigures _asked;
    private readonly Action<string> _noted;
    private RuntimeFigures? _figures;
    private Task<RuntimeFigures?>? _again;
    private long _refused;
    private int _tries;

    /// <summary>Begins to listen, and says so when the runtime does not answer.</summary>
    public RuntimeLink(ProcessFacts process, TimeSpan interval, AskedFigures asked, Action<string> noted)
    {
        _processId = process.Pid;
        _asked = asked;
        _noted = sentence => noted($"{process.Name} ({process.Pid}): {sentence}");
        _interval = interval;
        _pause = interval * SamplesBetween < s_longest ? interval * SamplesBetween : s_longest;
        _figures = RuntimeFigures.Begin(_processId, interval, asked, reason => noted($"{process.Name} ({process.Pid}): no figures from events yet; trying again: {reason}"));
        _refused = Stopwatch.GetTimestamp();
    }

    /// <summary>Puts the newest figures to their places; they are left alone where there are none.</summary>
    public void CopyTo(Span<double> values)
    {
        if (_figures is null)
            TryAgain();
        _figures?.CopyTo(values);
        foreach (string problem in _figures?.TakeProblems() ?? [])
            _noted(problem);
        values[MetricCatalog.EventSessions.Place] = _figures is null ? 0 : 1;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _again?.GetAwaiter().GetResult()?.Dispose();
        _figures?.Dispose();
    }

    private void TryAgain()
    {
        if (_again is null)
        {
            if (_tries < MostTries && Stopwatch.GetElapsedTime(_refused) >= _pause)
                _again = Task.Run(() => RuntimeFigures.Begin(_processId, _interval, _asked, static _ => { }));
            return;
        }

        if (!_again.IsCompleted)
            return;
        _figures = _again.GetAwaiter().GetResult();
        (_again, _refused) = (null, Stopwatch.GetTimestamp());
        _tries++;
    }
}
