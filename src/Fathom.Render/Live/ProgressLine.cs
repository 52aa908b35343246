using System.Globalization;
using Fathom.Model.Recording;

namespace Fathom.Render.Live;

/// <summary>
/// Shows how far a long step has come: one updating line on a terminal that is ours, otherwise one plain line for each step that takes longer than a second.
/// </summary>
/// <remarks>
/// <see cref="Report"/> only keeps the newest value, because it is called while a target stands still; a timer writes it from another thread.
/// </remarks>
public sealed class ProgressLine : IShownProgress
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);
    // Lines that are said once need no more, and a recorder is to leave the machine alone.
    private static readonly TimeSpan s_plainInterval = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    private readonly Lock _valueGate = new();
    private readonly Lock _writeGate = new();
    private readonly ErrorText _error;
    private readonly TimeProvider _time;
    private readonly int? _width;
    private readonly ITimer _timer;
    private Progress? _value;
    private string? _step;
    private long _stepStart;
    private bool _stepSaid;
    private bool _ended;

    /// <summary>Starts to show.</summary>
    /// <param name="error">Standard error.</param>
    /// <param name="time">The clock.</param>
    /// <param name="width">Columns of the terminal; null where there is none.</param>
    /// <param name="patience">How long nothing is shown: for steps that are mostly over before anybody waits for them.</param>
    public ProgressLine(ErrorText error, TimeProvider time, int? width, TimeSpan patience = default)
    {
        _error = error;
        _time = time;
        _width = width;
        TimeSpan interval = width is null ? s_plainInterval : s_interval;
        _timer = time.CreateTimer(_ => Tick(), null, patience > interval ? patience : interval, interval);
    }

    /// <inheritdoc/>
    public void Report(Progress value)
    {
        lock (_valueGate)
            _value = value;
    }

    /// <summary>Ends the showing and clears the line.</summary>
    public void Dispose()
    {
        _timer.Dispose();
        lock (_writeGate)
        {
            _ended = true;
            _error.Draw("");
        }
    }

    private void Tick()
    {
        Progress? newest;
        lock (_valueGate)
            newest = _value;

        // A write to a pipe that nobody reads blocks. Each tick behind it would take a thread of the pool, until none is left to hear a signal.
        if (!_writeGate.TryEnter())
            return;
        try
        {
            if (newest is not { } value || _ended)
                return;
            if (value.Step != _step)
                (_step, _stepStart, _stepSaid) = (value.Step, _time.GetTimestamp(), false);
            if (_width is { } width && !value.IsShared)
                Redraw(value, width);
            else if (!_stepSaid && _time.GetElapsedTime(_stepStart) > s_patience)
                SayOnce(value);
        }
        finally
        {
            _writeGate.Exit();
        }
    }

    private void Redraw(Progress value, int width)
    {
        string text = Describe(value);
        _error.Draw(text.Length < width ? text : text[..(width - 1)]);
    }

    private void SayOnce(Progress value)
    {
        _stepSaid = true;
        _error.WriteLine($"{value.Step}…");
    }

    private static string Describe(Progress value) => Amount(value) + (value.Detail.Length == 0 ? "" : $", {value.Detail}");

    private static string Amount(Progress value) => value.Total > 0
        ? string.Create(CultureInfo.InvariantCulture, $"{value.Step}: {100.0 * value.Done / value.Total:0} %")
        : value.Done > 0 ? string.Create(CultureInfo.InvariantCulture, $"{value.Step}: {value.Done:#,##0}") : $"{value.Step}…";
}
