using System.Globalization;
using Fathom.Capture.Watching;
using Fathom.Model.Conditions;
using Fathom.Query.Trends;

namespace Fathom.Cli.Commands.Watch;

/// <summary>Keeps the series of a watch and judges limits while it runs.</summary>
/// <param name="book">The series.</param>
/// <param name="metrics">Names of the metrics, in the order of the values.</param>
/// <param name="limits">What is not allowed.</param>
/// <param name="broke">Told once for each process that breaks a limit, or seems to.</param>
internal sealed class WatchTrends(TrendBook book, IReadOnlyList<string> metrics, GrowthLimits limits, Action<WatchedProcess, JudgedLimits> broke) : IWatchObserver
{
    private const double NsPerHour = 3.6e12;
    private const double NsPerSecond = 1e9;
    private const int MostEndings = 100;
    private const double JudgeAgainAfter = 1.05;

    // The start of a watch is most likely the rising side of something.
    private const int LeastSamples = 30;

    private readonly List<string> _endings = [];
    private readonly Dictionary<WatchedProcess, Watched> _processes = new(ReferenceEqualityComparer.Instance);

    public void Began(WatchedProcess process) => _processes.Add(process, new Watched(book.Begin(new TrendSubject(process.Facts.Pid, process.Facts.Name), metrics)));

    public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
    {
        Watched watched = _processes[process];
        watched.Trends.Add(tsNs / NsPerHour, values);
        watched.Samples++;
    }

    public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
    {
        ProcessTrends trends = _processes[process].Trends;
        trends.BeginLook(tsNs / NsPerHour);
        foreach (TypeCount type in types)
        {
            trends.AddItem(type.Type, "size_bytes", type.SizeBytes);
            trends.AddItem(type.Type, "count", type.Count);
        }

        trends.EndLook();
    }

    /// <summary>Which processes ended, when and why, in sentences.</summary>
    public IReadOnlyList<string> Endings => _endings;

    public void Ended(WatchedProcess process, long tsNs, string why)
    {
        // Its series stay as they are and are judged at the end. A program that starts again and again would fill memory.
        if (_endings.Count < MostEndings)
            _endings.Add(string.Create(CultureInfo.InvariantCulture, $"{process.Facts.Name} ({process.Facts.Pid}) ended after {tsNs / NsPerSecond:0.#} s: {why}"));
    }

    public void RoundEnded(long tsNs)
    {
        if (limits.IsEmpty)
            return;
        foreach ((WatchedProcess process, Watched watched) in _processes)
        {
            if (!watched.IsTold && Broken(watched) is { } verdict)
            {
                watched.IsTold = true;
                broke(process, verdict);
            }
        }
    }

    /// <summary>The limits as they stand at the end, by process. A value that broke one has broken it; growth is what it turned out to be.</summary>
    public IEnumerable<(WatchedProcess Process, JudgedLimits Verdict)> Conclude()
    {
        foreach ((WatchedProcess process, Watched watched) in _processes)
        {
            LimitVerdict growth = limits.JudgeGrowth(book, watched.Trends);
            yield return (process, new JudgedLimits(watched.BrokenValues ?? limits.JudgeValues(watched.Trends), growth));
        }
    }

    private JudgedLimits? Broken(Watched watched)
    {
        if (watched.BrokenValues is null && limits.JudgeValues(watched.Trends) is { Broken.Count: > 0 } values)
        {
            watched.BrokenValues = values;
            return new JudgedLimits(values, GrowthLimits.Nothing);
        }

        // A verdict over a thousand values changes little by one more, so the work for it stays small however long the watch runs.
        if (watched.Samples < LeastSamples || watched.Samples < watched.JudgedSamples * JudgeAgainAfter || watched.Samples == watched.JudgedSamples)
            return null;
        watched.JudgedSamples = watched.Samples;
        return limits.JudgeGrowth(book, watched.Trends) is { Broken.Count: > 0 } growth ? new JudgedLimits(GrowthLimits.Nothing, growth) : null;
    }

    private sealed class Watched(ProcessTrends trends)
    {
        public ProcessTrends Trends => trends;

        public long Samples { get; set; }

        public long JudgedSamples { get; set; }

        public LimitVerdict? BrokenValues { get; set; }

        public bool IsTold { get; set; }
    }
}
