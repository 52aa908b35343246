namespace Fathom.Formats.MachineLog;

/// <summary>
/// Makes a log of a span of time of a longer one: the facts as they were at its begin, the processes and figures that were there, and what came in it.
/// </summary>
public sealed class MachineLogCut : IMachineLogSink
{
    private const string Start = "start";
    private const string Change = "change";

    private readonly MachineLogWriter _into;
    private readonly (long FromNs, long ToNs) _span;
    private readonly Dictionary<(string Topic, string? Item, string Name), LoggedFact> _facts = [];
    private readonly SortedDictionary<int, LoggedProcess> _processes = [];
    private readonly SortedDictionary<int, LoggedSeries> _series = [];
    private readonly SortedDictionary<int, long> _resident = [];
    private readonly Dictionary<int, long> _round = [];
    private readonly Dictionary<int, long?> _values = [];
    private bool _hasBegun;

    // Rounds have a time, and ends of processes have none.
    private bool _isOver;
    private bool _hasRound;
    private bool _hasValues;

    private MachineLogCut(MachineLogWriter into, (long FromNs, long ToNs) span) => (_into, _span) = (into, span);

    /// <summary>Writes it.</summary>
    /// <param name="log">The log; what is cut off at its end is left out.</param>
    /// <param name="span">Begin and end on CLOCK_MONOTONIC; what is at the end is left out.</param>
    /// <param name="isWhole">Whether it gets an end though the log has none: it goes on.</param>
    /// <param name="into">Gets the log; disposed of.</param>
    /// <param name="stop">Ends it.</param>
    public static void Write(Stream log, (long FromNs, long ToNs) span, bool isWhole, Stream into, CancellationToken stop)
    {
        using MachineLogWriter writer = new(into);
        MachineLogCut cut = new(writer, span);
        MachineLogEnd end = MachineLogReader.Read(log, "machine.log", cut, stop);
        cut.Begin();
        if (end.HasEnd || isWhole)
            writer.End(span.ToNs);
        writer.Flush();
    }

    /// <inheritdoc/>
    public void On(in LoggedFact fact)
    {
        if (fact.TsNs < _span.FromNs || (fact.Moment == Start && !_hasBegun))
        {
            _facts[(fact.Topic, fact.Item, fact.Name)] = fact with { Moment = Start, TsNs = Math.Max(fact.TsNs, _span.FromNs) };
            return;
        }

        // What was read at the end was there at the end, though it took a while.
        if (fact.TsNs < _span.ToNs || fact.Moment != Change)
        {
            Begin();
            _into.Write(fact);
        }
    }

    /// <inheritdoc/>
    public void On(in LoggedProcess process)
    {
        if (process.TsNs >= _span.ToNs)
            return;
        _processes[process.Number] = process;
        if (_hasBegun)
            _into.Write(process);
    }

    /// <inheritdoc/>
    public void On(in LoggedMemory memory)
    {
        if (memory.TsNs < _span.FromNs || memory.TsNs >= _span.ToNs)
            return;
        Begin();
        _into.Write(memory);
    }

    /// <inheritdoc/>
    public void Resident(int process, long rssBytes) => _round[process] = rssBytes;

    /// <inheritdoc/>
    public void RoundEnded(long tsNs)
    {
        _isOver |= tsNs >= _span.ToNs;
        foreach ((int process, long bytes) in _round)
            _resident[process] = bytes;
        if (tsNs >= _span.FromNs && tsNs < _span.ToNs)
        {
            Begin();
            _into.BeginRound();
            foreach ((int process, long bytes) in _hasRound ? _round : (IEnumerable<KeyValuePair<int, long>>)_resident)
                _into.Add(process, bytes);
            _into.EndRound(tsNs);
            _hasRound = true;
        }

        _round.Clear();
    }

    /// <inheritdoc/>
    public void Gone(int process)
    {
        if (_isOver)
            return;
        _processes.Remove(process);
        _resident.Remove(process);
        if (_hasBegun)
            _into.WriteGone(process);
    }

    /// <inheritdoc/>
    public void On(in LoggedSeries series)
    {
        _series[series.Number] = series;
        if (_hasBegun)
            _into.Write(series);
    }

    /// <inheritdoc/>
    public void Value(int series, long? value) => _values[series] = value;

    /// <inheritdoc/>
    public void ValuesEnded(long tsNs)
    {
        foreach ((int series, long? value) in _values)
        {
            if (_series.TryGetValue(series, out LoggedSeries known))
                _series[series] = known with { Value = value };
        }

        if (tsNs >= _span.FromNs && tsNs < _span.ToNs)
        {
            Begin();
            _into.BeginValues();
            foreach ((int series, long? value) in _hasValues ? _values : _series.Select(static each => KeyValuePair.Create(each.Key, each.Value.Value)))
                _into.AddValue(series, value);
            _into.EndValues(tsNs);
            _hasValues = true;
        }

        _values.Clear();
    }

    /// <inheritdoc/>
    public void On(in LoggedLoss loss)
    {
        if (loss.TsNs < _span.FromNs || loss.TsNs >= _span.ToNs)
            return;
        Begin();
        _into.Write(loss);
    }

    private void Begin()
    {
        if (_hasBegun)
            return;
        _hasBegun = true;
        _into.Begin(_span.FromNs);
        foreach (LoggedFact fact in _facts.Values)
            _into.Write(fact);
        foreach (LoggedProcess process in _processes.Values)
            _into.Write(process with { TsNs = _span.FromNs });
        foreach (LoggedSeries series in _series.Values)
            _into.Write(series with { TsNs = _span.FromNs });
    }
}
