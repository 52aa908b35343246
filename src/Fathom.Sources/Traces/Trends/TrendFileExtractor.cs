using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Results;
using Fathom.Model.Tables;
using Fathom.Formats.Csv;

namespace Fathom.Sources.Traces.Trends;

/// <summary>
/// Reads points over time from CSV files, as <c>watch</c>, <c>heap</c> and <c>memory</c> append them: the columns of <see cref="TrendContext"/>, then what was
/// measured. Rows of one item at one moment are added up; the sum over all types or categories of a moment becomes the value of the process.
/// </summary>
/// <param name="paths">The files.</param>
public sealed class TrendFileExtractor(IReadOnlyList<string> paths) : IExtractor
{
    private const int CheckEvery = 4096;
    private const long NsPerTick = TimeSpan.NanosecondsPerTick;
    private const double LongestAgeSeconds = 1e10;

    // What 64 bits of nanoseconds hold, and a little less.
    private static readonly TimeSpan s_longestSpan = TimeSpan.FromDays(290 * 365);

    // ISO 8601 only: "05/06/2026" is in May for one writer and in June for another.
    private static readonly string[] s_times = ["yyyy-MM-ddTHH:mm:ss.FFFFFFFK", "yyyy-MM-dd HH:mm:ss.FFFFFFFK", "yyyy-MM-ddTHH:mmK", "yyyy-MM-dd HH:mmK", "yyyy-MM-dd"];

    private readonly Dictionary<(string Metric, string? Item), double> _values = [];
    private readonly Dictionary<(int? Pid, string Name, string CommandLine), List<(long Started, uint Id)>> _processes = [];
    private readonly List<string> _notes = [];
    private uint _lastProcess;
    private long _badValues;
    private long _notNumbers;

    /// <summary>The time of time stamp 0: that of the first row.</summary>
    public DateTimeOffset? Start { get; private set; }

    /// <summary>What a reader must know of the files.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        string? header = null;
        foreach (string path in paths)
        {
            progress.Report(new Progress($"reading {path}", 0, 0));
            try
            {
                using StreamReader text = new(path, Encoding.UTF8);
                TrendColumns columns = Read(text, path, sink, stop);
                if (header is not null && header != columns.Header)
                    _notes.Add($"'{path}' has other columns than '{paths[0]}', so the points of both may not be comparable");
                header ??= columns.Header;
            }
            catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
            {
                throw FathomException.Target($"Cannot read '{path}': {failure.Message}", "name a file that you may read", failure);
            }
        }
    }

    private TrendColumns Read(StreamReader text, string path, IRecordingSink sink, CancellationToken stop)
    {
        CsvReader csv = new(text);
        bool hasHeader = csv.Next(out IReadOnlyList<string> fields);
        if (csv.IsDamaged)
            throw FathomException.Target(
                $"'{path}' is not a CSV file: a quote in its first line is not closed, or the line is too long.",
                "fathom watch PROCESS -o FILE.csv --append writes one");
        if (!hasHeader)
            throw FathomException.Target($"'{path}' is empty.", "fathom watch PROCESS -o FILE.csv --append writes points into it");
        TrendColumns columns = TrendColumns.Parse(fields, path);
        TrendMoment? current = null;
        long badRows = 0;
        for (long row = 1; csv.Next(out fields); row++)
        {
            if (row % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            if (fields.Count != columns.Count || Moment(columns, fields) is not { } moment)
            {
                badRows++;
                continue;
            }

            if (current is { } before && before != moment)
                Flush(before, sink);
            current = moment;
            Add(columns, fields);
        }

        if (current is { } last)
            Flush(last, sink);
        else if (badRows == 0 && !csv.IsDamaged)
            throw FathomException.Target($"'{path}' has no rows below its header.", "fathom watch PROCESS -o FILE.csv --append writes points into it");
        if (csv.IsDamaged || badRows > 0)
            Lose(sink, path, badRows + (csv.IsDamaged ? 1 : 0), "rows that are incomplete, or whose time is not of the form 2026-11-22T10:00:00Z");
        if (csv.IsDamaged)
            _notes.Add(string.Create(CultureInfo.InvariantCulture, $"'{path}' was read up to line {csv.Line}, where a quote is not closed or a row is too long"));
        if (_badValues > 0)
            Lose(sink, path, _badValues, "sums beyond the largest number");
        if (_notNumbers > 0)
            Lose(sink, path, _notNumbers, "values that are not numbers");
        _badValues = _notNumbers = 0;
        return columns;
    }

    private static void Lose(IRecordingSink sink, string path, long count, string reason) =>
        sink.Lost(new LossRow(sink.Ids.Text("csv"), sink.Ids.Text(path), 0, 0, count, 0, sink.Ids.Text(reason)));

    private void Add(TrendColumns columns, IReadOnlyList<string> fields)
    {
        string? item = columns.Item(fields);
        foreach ((string metric, string text) in columns.Values(fields))
        {
            // An empty field says that there was no value.
            if (string.IsNullOrWhiteSpace(text))
                continue;
            if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) || !double.IsFinite(value))
            {
                _notNumbers++;
                continue;
            }

            Sum(metric, item, value);
            if (columns.HasParts)
                Sum(metric, null, value);
        }
    }

    private void Sum(string metric, string? item, double value) => _values[(metric, item)] = _values.GetValueOrDefault((metric, item)) + value;

    private void Flush(TrendMoment moment, IRecordingSink sink)
    {
        Start ??= moment.Utc;
        uint process = Process(moment, sink);
        long tsNs = (moment.Utc - Start.Value).Ticks * NsPerTick;
        MemorySampleRow[] rows = new MemorySampleRow[_values.Count];
        int count = 0;
        foreach (((string metric, string? item), double value) in _values)
        {
            if (!double.IsFinite(value))
            {
                _badValues++;
                continue;
            }

            rows[count++] = new MemorySampleRow(
                process, tsNs, sink.Ids.Text(metric), sink.Ids.Text(item), moment.Context.Length == 0 ? TextId.None : sink.Ids.Text(moment.Context), value);
        }

        sink.Write<MemorySampleRow>(rows.AsSpan(0, count));
        _values.Clear();
    }

    // Ages are measured a moment after the time of the row, so a start may be off by some seconds.
    private uint Process(TrendMoment moment, IRecordingSink sink)
    {
        const long near = 5;
        (int?, string, string) key = (moment.Pid, moment.Name, moment.CommandLine);
        if (!_processes.TryGetValue(key, out List<(long Started, uint Id)>? started))
            _processes.Add(key, started = []);
        long start = moment.StartedUnixSeconds;
        foreach ((long known, uint id) in started)
        {
            if (Math.Abs(known - start) <= near)
                return id;
        }

        started.Add((start, ++_lastProcess));
        ProcessRow row = new(
            _lastProcess,
            moment.Pid ?? 0,
            sink.Ids.Text(moment.Name),
            TextId.None,
            moment.CommandLine.Length == 0 ? TextId.None : sink.Ids.Text(moment.CommandLine),
            TextId.None,
            TextId.None,
            TextId.None,
            start == 0 ? null : start * 1_000_000_000,
            null,
            null);
        sink.Write(new ReadOnlySpan<ProcessRow>(in row));
        return _lastProcess;
    }

    private TrendMoment? Moment(TrendColumns columns, IReadOnlyList<string> fields)
    {
        const DateTimeStyles utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        if (!DateTimeOffset.TryParseExact(columns.Leading(fields, 0), s_times, CultureInfo.InvariantCulture, utc, out DateTimeOffset time)
            || time < DateTimeOffset.UnixEpoch || (Start is { } start && (time - start).Duration() > s_longestSpan))
            return null;
        bool hasPid = int.TryParse(columns.Leading(fields, 1), NumberStyles.None, CultureInfo.InvariantCulture, out int pid);
        bool hasAge = double.TryParse(columns.Leading(fields, 4), NumberStyles.Float, CultureInfo.InvariantCulture, out double age) && age is >= 0 and <= LongestAgeSeconds;
        return new TrendMoment(time, hasPid ? pid : null, columns.Leading(fields, 2), columns.Leading(fields, 3), hasAge ? age : double.NaN, columns.Leading(fields, 5));
    }
}
