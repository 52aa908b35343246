using System.Globalization;
using Fathom.Files;
using Fathom.Formats.MachineLog;
using Fathom.Model.Catalog;
using Fathom.Model;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Metrics;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.MachineLog;

/// <summary>Writes the rows of a log of a machine: facts, figures, and the memory of processes.</summary>
/// <param name="sink">Gets the rows.</param>
/// <param name="numbers">Numbers of processes.</param>
/// <param name="startNs">Start of the recording on the clock of the log; null where the log itself is the begin.</param>
/// <param name="leftOut">A process that the rows are not about: the recorder; null for none.</param>
internal sealed class MachineLogReading(IRecordingSink sink, ITraceNumbers numbers, long? startNs, int? leftOut = null) : IMachineLogSink
{
    /// <summary>What losses call it.</summary>
    public const string Source = "environment";

    private const int MaxChanges = 1_000;

    private readonly RowBatch<MachineFactRow> _facts = new(sink);
    private readonly RowBatch<MemorySampleRow> _samples = new(sink);
    private readonly FigureRows _figures = new(sink);
    private readonly Dictionary<int, LoggedOwner> _owners = [];
    private readonly List<MachineFact> _first = [];
    private readonly List<MachineFact> _last = [];
    private readonly List<FactChange> _changes = [];
    private readonly List<string> _notes = [];
    private readonly TextId _rss = sink.Ids.Text(MetricCatalog.RssBytes.Name);
    private readonly TextId _pss = sink.Ids.Text(MetricCatalog.PssBytes.Name);
    private readonly TextId _swap = sink.Ids.Text(MetricCatalog.SwapBytes.Name);
    private long? _startNs = startNs;
    private long _firstNs;
    private long _lastNs;
    private long _strangers;

    /// <summary>What a reader must know, a sentence each: changes of the machine, and what the log lacks.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>Reads a log.</summary>
    /// <param name="path">The log.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="FathomException">It cannot be read, or is no log.</exception>
    public void Read(string path, CancellationToken stop)
    {
        MachineLogEnd end;
        try
        {
            using FileStream file = RegularFile.OpenRead(path);
            end = MachineLogReader.Read(file, path, this, stop);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{path}' cannot be read: {e.Message}", "check whether it is still there");
        }

        WriteProcesses();
        _facts.Flush();
        _samples.Flush();
        _figures.Flush();
        Conclude(end);
    }

    /// <inheritdoc/>
    public void On(in LoggedFact fact)
    {
        _startNs ??= fact.TsNs;
        if (FactWords.Moment(fact.Moment) is not { } moment || FactWords.Kind(fact.Kind) is not { } kind)
        {
            _strangers++;
            return;
        }

        Keep(new MachineFact(fact.Topic, fact.Item, fact.Name, kind, fact.Value, fact.NotRead), moment, fact.TsNs);
        _facts.Add(new MachineFactRow(
            sink.Ids.Text(fact.Name),
            sink.Ids.Text(fact.Value),
            sink.Ids.Text(fact.Topic),
            sink.Ids.Text(fact.Item),
            sink.Ids.Text(fact.Moment),
            sink.Ids.Text(fact.Kind),
            sink.Ids.Text(fact.NotRead),
            fact.TsNs - _startNs));
    }

    /// <inheritdoc/>
    public void On(in LoggedProcess process)
    {
        _startNs ??= process.TsNs;
        if (_owners.TryGetValue(process.Number, out LoggedOwner? known))
        {
            known.Facts = process;
            return;
        }

        if (process.Pid == leftOut)
        {
            _owners.Add(process.Number, new LoggedOwner(0, false, process) { IsLeftOut = true });
            return;
        }

        uint number = numbers.ProcessOf(process.Pid, process.TsNs, out bool isNew);
        _owners.Add(process.Number, new LoggedOwner(number, isNew, process));
    }

    /// <inheritdoc/>
    public void On(in LoggedMemory memory)
    {
        if (!_owners.TryGetValue(memory.Process, out LoggedOwner? owner))
        {
            _strangers++;
            return;
        }

        if (memory.PssBytes is { } pss)
            Add(owner, memory.TsNs, _pss, pss);
        if (memory.SwapBytes is { } swap)
            Add(owner, memory.TsNs, _swap, swap);
    }

    /// <inheritdoc/>
    public void Resident(int process, long rssBytes)
    {
        if (_owners.TryGetValue(process, out LoggedOwner? owner))
            owner.RssBytes = rssBytes;
        else
            _strangers++;
    }

    /// <inheritdoc/>
    public void RoundEnded(long tsNs)
    {
        foreach (LoggedOwner owner in _owners.Values)
        {
            if (owner is { IsGone: false, RssBytes: { } bytes })
                Add(owner, tsNs, _rss, bytes);
        }
    }

    /// <inheritdoc/>
    public void Gone(int process)
    {
        if (_owners.TryGetValue(process, out LoggedOwner? owner))
            owner.IsGone = true;
        else
            _strangers++;
    }

    /// <inheritdoc/>
    public void On(in LoggedSeries series)
    {
        _startNs ??= series.TsNs;
        if (!_figures.TryAdd(series))
            _strangers++;
    }

    /// <inheritdoc/>
    public void Value(int series, long? value)
    {
        if (!_figures.TrySet(series, value))
            _strangers++;
    }

    /// <inheritdoc/>
    public void ValuesEnded(long tsNs) => _figures.EndReading(tsNs, _startNs ??= tsNs);

    /// <inheritdoc/>
    public void On(in LoggedLoss loss)
    {
        // It says nothing about times and waits, whose answers are as whole as before.
        string processes = loss.Count == 1 ? "process" : "processes";
        _notes.Add(string.Create(CultureInfo.InvariantCulture, $"{loss.Scope} of {loss.Count} {processes} is not known: {loss.Reason}"));
    }

    private void Add(LoggedOwner owner, long tsNs, TextId metric, long bytes)
    {
        if (!owner.IsLeftOut)
            _samples.Add(new MemorySampleRow(owner.Number, tsNs - _startNs!.Value, metric, TextId.None, TextId.None, bytes));
    }

    private void Keep(MachineFact fact, FactMoment moment, long tsNs)
    {
        switch (moment)
        {
            case FactMoment.Start:
                (_firstNs, _lastNs) = (_first.Count == 0 ? tsNs : _firstNs, tsNs);
                if (_first.Count < FactList.MaxFacts)
                    _first.Add(fact);
                break;
            case FactMoment.Stop:
                _lastNs = tsNs;
                if (_last.Count < FactList.MaxFacts)
                    _last.Add(fact);
                break;
            case FactMoment.Change when _changes.Count < MaxChanges:
                MachineFact before = _first.FirstOrDefault(one => one.Key == fact.Key);
                _changes.Add(new FactChange(fact, before.Value, fact.Value, null));
                break;
        }
    }

    private void WriteProcesses()
    {
        RowBatch<ProcessRow> rows = new(sink);
        foreach (LoggedOwner owner in _owners.Values.Where(static owner => owner.IsNew))
        {
            rows.Add(new ProcessRow
            {
                ProcessId = owner.Number,
                Pid = owner.Facts.Pid,
                Name = sink.Ids.Text(owner.Facts.Name),
                CommandLine = sink.Ids.Text(owner.Facts.CommandLine),
                StartUnixNs = owner.Facts.StartUnixNs,
            });
        }

        rows.Flush();
    }

    private void Conclude(MachineLogEnd end)
    {
        IReadOnlyList<FactChange> ends = _last.Count == 0 ? [] : FactComparison.Between(_first, _last, _lastNs - _firstNs);
        _notes.AddRange(FactChanges.Sentences(ends, _changes));
        if (!end.HasEnd)
        {
            _notes.Add("the state of the machine at the end of the recording is not known: the recorder was ended before it wrote it");
            Lost("facts of the machine at the end", 1, "the recorder was ended");
        }

        if (end.CutBytes > 0)
            Lost("a line that was not written to its end", 1, string.Create(CultureInfo.InvariantCulture, $"{end.CutBytes} bytes after the last complete line"));
        if (end.BadLines + _strangers > 0)
            Lost("lines of the log", end.BadLines + _strangers, "they have another form, or are of a process or a figure that the log does not name");
    }

    private void Lost(string scope, long count, string reason) =>
        sink.Lost(new LossRow(sink.Ids.Text(Source), sink.Ids.Text(scope), 0, 0, count, 0, sink.Ids.Text(reason), sink.Ids.Text(LossTables.Surroundings)));
}
