using Fathom.Model.Metrics;
using Fathom.Model.Results;

namespace Fathom.Query.Trends;

/// <summary>
/// The series of a watch and their verdicts. Memory is bounded: <see cref="TrendSeries.Capacity"/> points for each metric of each process, and
/// <see cref="MaxItems"/> types of a process. One thread at a time.
/// </summary>
public sealed class TrendBook
{
    /// <summary>The most types, categories or owners of one process that are followed.</summary>
    public const int MaxItems = 500;

    /// <summary>The most that an event session of a watch was seen to add to a program, bytes: what it allocates until the first collection, and code.</summary>
    public const long SessionBytes = 32L << 20;

    // A rise that is half garbage is none that can be told.
    private const double GarbageShare = 0.5;

    /// <summary>Metrics that are sums since the start of the process: they never fall, so their growth says nothing.</summary>
    private static readonly string[] s_sums = ["cpu_ns", "major_faults", "minor_faults", "gen0_collections", "gen1_collections", "gen2_collections"];

    /// <summary>What says something of the watch and nothing of the process.</summary>
    private static readonly string[] s_ofWatch = ["event_sessions"];

    private readonly List<ProcessTrends> _processes = [];
    private readonly TrendJudge _judge = new();

    /// <summary>The processes, in the order in which they were first seen.</summary>
    public IReadOnlyList<ProcessTrends> Processes => _processes;

    /// <summary>Whether the growth of a metric is judged.</summary>
    public static bool IsJudged(string metric) => !s_sums.Contains(metric) && !s_ofWatch.Contains(metric) && !OwnMetric.IsSum(metric);

    /// <summary>Begins the series of a process.</summary>
    /// <param name="subject">The process.</param>
    /// <param name="metrics">Names of its metrics, in the order in which values come.</param>
    public ProcessTrends Begin(TrendSubject subject, IReadOnlyList<string> metrics)
    {
        ProcessTrends trends = new(subject, metrics);
        _processes.Add(trends);
        return trends;
    }

    /// <summary>Judges everything as it is now; what grows comes first.</summary>
    public IReadOnlyList<TrendFinding> Judge() =>
        [.. _processes.SelectMany(Judge).OrderBy(static finding => Rank(finding.Judgement.Verdict))];

    /// <summary>Judges the series of one process, in the order of its metrics and then by size of its types.</summary>
    public IEnumerable<TrendFinding> Judge(ProcessTrends process)
    {
        foreach (TrendLine line in process.Lines)
        {
            if (line.Series.Samples > 0 && IsJudged(line.Metric))
                yield return new TrendFinding(line, Judge(process, line));
        }
    }

    /// <summary>Judges one series of a process.</summary>
    public TrendJudgement Judge(ProcessTrends process, TrendLine line) => Known(line, _judge.Judge(line.Series, line.Matters), process.Signs());

    /// <summary>
    /// The verdict, but for resident memory that went to swap, whose absence from memory says nothing about growth, for memory that grows by garbage because
    /// no collection came, and for memory that the watch itself may have made grow.
    /// </summary>
    internal static TrendJudgement Known(TrendLine line, TrendJudgement judgement, ProcessSigns signs)
    {
        if (judgement.Verdict == TrendVerdict.Grows && line.Item is null)
        {
            double rise = judgement.Slope * (line.Series.LastTime - judgement.WarmUpEnd);
            if (!signs.HasCollected && (line.Metric == TrendLine.Managed || (line.HoldsGarbage && signs.ManagedRise >= GarbageShare * rise)))
                return judgement with { Verdict = TrendVerdict.TooShort, Reason = TrendReason.NoCollection };
            if (signs.HasEventSession && line.Unit == ColumnUnit.Bytes && rise < SessionBytes && !OwnMetric.Is(line.Metric))
                return judgement with { Verdict = TrendVerdict.TooShort, Reason = TrendReason.OwnSession };
        }

        bool isHidden = line.IsResident && line.Item is null && judgement.Verdict != TrendVerdict.Grows && signs.SwappedBytes > line.Matters.Least(line.Series.Highest);
        return isHidden ? judgement with { Verdict = TrendVerdict.Paging, Reason = TrendReason.Swapped } : judgement;
    }

    /// <summary>The order of verdicts: what needs attention first.</summary>
    internal static int Rank(TrendVerdict verdict) => verdict switch
    {
        TrendVerdict.Grows => 0,
        TrendVerdict.Paging => 1,
        TrendVerdict.TooShort => 2,
        _ => 3,
    };
}
