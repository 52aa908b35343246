using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Serializers.Contests;

namespace Fathom.Query.Serializers;

/// <summary>
/// The results of one case in one lane: the fastest reader first, each as a multiple of the best. Order, ratios, bounds and ranks are those of <see cref="CaseContest"/>;
/// the times stand beside them as an orientation.
/// </summary>
internal sealed class CaseRanking
{
    private readonly ComparedResult[] _ordered;
    private readonly double _size;
    private readonly ComparedResult? _writeFloor;
    private readonly ComparedResult? _readFloor;
    private readonly CaseContest _contest;
    private readonly IReadOnlySet<ComparedResult> _beatWriteFloor;
    private readonly IReadOnlySet<ComparedResult> _beatReadFloor;

    public CaseRanking(ComparedResult[] results)
    {
        _contest = new CaseContest(results);
        (_writeFloor, _readFloor) = (CaseBounds.OfSerializing(results), CaseBounds.OfDeserializing(results));
        (_beatWriteFloor, _beatReadFloor) = (_contest.Beating(CaseContest.Writing, _writeFloor), _contest.Beating(CaseContest.Reading, _readFloor));
        Dictionary<ComparedResult, int> places = _contest.Order.Select(static (one, at) => (one, at)).ToDictionary(static pair => pair.one, static pair => pair.at);
        _ordered =
        [
            .. results.OrderBy(Group).ThenBy(one => places.GetValueOrDefault(one)).ThenBy(static one => one.Measured?.Deserialize?.Median ?? double.MaxValue)
                .ThenBy(static one => one.Serializer, StringComparer.Ordinal),
        ];
        _size = results.Where(static one => one.IsRanked).Select(static one => (double)one.SizeBytes.GetValueOrDefault()).DefaultIfEmpty(double.NaN).Min();
    }

    public IEnumerable<Cell[]> Rows() => _ordered.Select(Row);

    // Floors first, then what is ranked, then what failed.
    private static int Group(ComparedResult one) => one switch
    {
        { Role: "overhead" } => 0,
        { Role: "floor", Outcome: "ok" } => 1,
        { IsRanked: true } => 2,
        _ => 3,
    };

    private Cell[] Row(ComparedResult one)
    {
        Estimate? writing = Factor(CaseContest.Writing, one), reading = Factor(CaseContest.Reading, one);
        return
        [
            Cell.Of(one.CaseName),
            Cell.Of(one.N),
            Cell.Of(one.PayloadBytes),
            Cell.Of(one.Serializer),
            FigureCell.Of(one.Measured?.Serialize?.Median),
            FigureCell.Rounded(writing?.Median),
            FigureCell.Of(one.Measured?.Deserialize?.Median),
            FigureCell.Rounded(reading?.Median),
            Cell.Of(one.SizeBytes),
            one.Role == "overhead" || one.Outcome != "ok" || !(_size > 0) ? default : FigureCell.Rounded(one.SizeBytes / _size),
            Cell.Of(_contest.Rank(one)),
            Cell.Of(one.Outcome),
            Cell.Of(one.Detail),
            Cell.Of(one.Lane),
            Cell.Of(one.Runtime),
            Cell.Of(one.Build),
            Cell.Of(one.Role),
            FigureCell.Of(one.Measured?.Serialize?.Low),
            FigureCell.Of(one.Measured?.Serialize?.High),
            FigureCell.Of(one.Measured?.Deserialize?.Low),
            FigureCell.Of(one.Measured?.Deserialize?.High),
            FigureCell.Of(one.Measured?.SerializeAllocatedBytes),
            FigureCell.Of(one.Measured?.DeserializeAllocatedBytes),
            Cell.Of(one.GzipBytes),
            Cell.Of(one.BrotliBytes),
            Cell.Of(one.Outcome == "ok" && one.Role != "overhead"),
            Cell.Of(one.Measured?.IsSettled ?? false),
            Floor(CaseContest.Writing, one, _writeFloor),
            Floor(CaseContest.Reading, one, _readFloor),
            Cell.Of(_contest.TiesFastest(CaseContest.Writing, one)),
            FigureCell.Of(one.LeavesNs),
            Cell.Of(_contest.TiesFastest(CaseContest.Reading, one)),
            FigureCell.Rounded(writing?.Low),
            FigureCell.Rounded(writing?.High),
            FigureCell.Rounded(reading?.Low),
            FigureCell.Rounded(reading?.High),
            Cell.Of(_contest.WhyNoRank(one)),
            one.IsRanked ? Cell.Of(_contest.Rounds) : default,
            one.IsRanked && _writeFloor is not null ? Cell.Of(_beatWriteFloor.Contains(one)) : default,
            one.IsRanked && _readFloor is not null ? Cell.Of(_beatReadFloor.Contains(one)) : default,
        ];
    }

    private Estimate? Factor(int operation, ComparedResult one) => one.Role == "overhead" ? null : _contest.Factor(operation, one);

    private Cell Floor(int operation, ComparedResult one, ComparedResult? floor) => one.Role == "overhead" ? default : FigureCell.Rounded(_contest.Factor(operation, one, floor));
}
