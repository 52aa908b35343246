using System.Globalization;
using Fathom.Model;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Trends;

/// <summary>Sorts values into the series that they belong to.</summary>
internal sealed class TrendPoints
{
    private const double TicksPerHour = TimeSpan.TicksPerHour;

    private readonly IReadOnlyList<RecordingReader> _recordings;
    private readonly TrendAxis _axis;
    private readonly Dictionary<(long Rec, long Process), (TrendGroup Group, TrendProcess Process)> _processes = [];
    private readonly List<TrendGroup> _groups = [];
    private readonly DateTimeOffset _start;

    /// <summary>Makes a group of each process that has enough points for a verdict, and one of all others of a name.</summary>
    public TrendPoints(IReadOnlyList<RecordingReader> recordings, IReadOnlyList<TrendProcess> processes, TrendAxis axis)
    {
        _recordings = recordings;
        _axis = axis;
        _start = recordings.Min(static recording => recording.Manifest.TimeOf(0));
        foreach (IGrouping<string?, TrendProcess> named in processes.GroupBy(static process => process.Name))
        {
            bool alone = named.Any(static process => process.Points >= TrendJudge.LeastPoints) || named.Count() == 1;
            TrendGroup? shared = null;
            foreach (TrendProcess process in named)
            {
                TrendGroup group = alone ? new TrendGroup(new TrendSubject(process.Pid, process.Name)) : shared ??= new TrendGroup(new TrendSubject(null, process.Name));
                if (alone || _groups.Count == 0 || _groups[^1] != group)
                    _groups.Add(group);
                _processes.Add((process.Rec, process.ProcessId), (group, process));
            }
        }
    }

    /// <summary>The groups that have values.</summary>
    public IReadOnlyList<TrendGroup> Groups => [.. _groups.Where(static group => !group.IsEmpty)];

    /// <summary>Whether there is no value.</summary>
    public bool IsEmpty => _groups.TrueForAll(static group => group.IsEmpty);

    /// <summary>Adds a row of "trends/samples".</summary>
    public void Add(TableRow row)
    {
        long rec = row.Number("rec")!.Value;
        (TrendGroup group, TrendProcess process) = _processes[(rec, row.Number("process_id")!.Value)];
        double at = _axis == TrendAxis.Context
            ? Context(row.Text("context"), (int)rec)
            : ((_recordings[(int)rec].Manifest.TimeOf(0) - _start).Ticks + (row.Number("ts_ns")!.Value / TimeSpan.NanosecondsPerTick)) / TicksPerHour;
        group.Add(process, row.Text("metric")!, row.Text("item"), at, row.Real("value"));
    }

    // "run-7" is iteration 7.
    private double Context(string? text, int rec)
    {
        ReadOnlySpan<char> digits = text;
        digits = digits[(digits.LastIndexOfAnyExceptInRange('0', '9') + 1)..];
        if (long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long number))
            return number;
        string path = _recordings[rec].Manifest.Sources is [{ Kind: "csv" } source, ..] ? source.Path : _recordings[rec].Path;
        throw FathomException.Usage(
            text is null ? $"A point in '{path}' has no context." : $"The context '{text}' in '{path}' does not end with a number.",
            "--label context=1, context=2, … when the points are taken; or leave '--by context' out, and time orders them");
    }
}
