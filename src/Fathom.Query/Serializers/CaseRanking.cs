using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Query.Serializers;

/// <summary>The results of one case in one lane: the fastest reader first, each as a multiple of the best. Those that cannot be told apart, round by round, share a rank.</summary>
internal sealed class CaseRanking
{
    private readonly ComparedResult[] _ordered;
    private readonly double _serialize;
    private readonly double _deserialize;
    private readonly double _size;
    private readonly CaseBounds _bounds;
    private readonly CaseContest _writing;
    private readonly CaseContest _reading;
    private readonly ComparedResult? _fastestWriter;

    public CaseRanking(ComparedResult[] results)
    {
        _bounds = new CaseBounds(results);
        _ordered = [.. results.OrderBy(Group).ThenBy(static one => one.Measured?.Deserialize?.Median ?? double.MaxValue).ThenBy(static one => one.Serializer, StringComparer.Ordinal)];
        ComparedResult[] ranked = [.. results.Where(static one => one.IsRanked)];
        _serialize = ranked.Select(static one => one.Measured!.Serialize!.Value.Median).DefaultIfEmpty(double.NaN).Min();
        _deserialize = ranked.Select(static one => one.Measured!.Deserialize!.Value.Median).DefaultIfEmpty(double.NaN).Min();
        _size = ranked.Select(static one => (double)one.SizeBytes.GetValueOrDefault()).DefaultIfEmpty(double.NaN).Min();
        _writing = new CaseContest(ranked, static one => one.Measured!.Serialize!.Value, static one => one.Measured!.SerializeRounds);
        _reading = new CaseContest(ranked, static one => one.Measured!.Deserialize!.Value, static one => one.Measured!.DeserializeRounds);
        _fastestWriter = ranked.MinBy(static one => one.Measured!.Serialize!.Value.Median);
    }

    public IEnumerable<Cell[]> Rows()
    {
        string[] ranks = Ranks();
        for (int i = 0; i < _ordered.Length; i++)
            yield return Row(_ordered[i], ranks[i]);
    }

    // Floors first, then what is ranked, then what failed.
    private static int Group(ComparedResult one) => one switch
    {
        { Role: "overhead" } => 0,
        { Role: "floor", Outcome: "ok" } => 1,
        { IsRanked: true } => 2,
        _ => 3,
    };

    // "2=" is a tie: nobody between the first of the tie and this one can be told apart from the first.
    private string[] Ranks()
    {
        string[] ranks = new string[_ordered.Length];
        int next = 1;
        for (int i = 0; i < ranks.Length; i++)
        {
            ranks[i] = "";
            if (!_ordered[i].IsRanked)
                continue;
            int end = i + 1;
            while (end < ranks.Length && _ordered[end].IsRanked && _reading.Ties(_ordered[end], _ordered[i]))
                end++;
            string rank = string.Create(CultureInfo.InvariantCulture, $"{next}{(end - i > 1 ? "=" : "")}");
            for (int tied = i; tied < end; tied++)
                ranks[tied] = rank;
            next += end - i;
            i = end - 1;
        }

        return ranks;
    }

    private Cell[] Row(ComparedResult one, string rank) =>
    [
        Cell.Of(one.CaseName),
        Cell.Of(one.N),
        Cell.Of(one.PayloadBytes),
        Cell.Of(one.Serializer),
        Real(one.Measured?.Serialize?.Median),
        Factor(one, one.Measured?.Serialize?.Median, _serialize),
        Real(one.Measured?.Deserialize?.Median),
        Factor(one, one.Measured?.Deserialize?.Median, _deserialize),
        Cell.Of(one.SizeBytes),
        Factor(one, one.SizeBytes, _size),
        Cell.Of(rank.Length == 0 ? null : rank),
        Cell.Of(one.Outcome),
        Cell.Of(one.Detail),
        Cell.Of(one.Lane),
        Cell.Of(one.Runtime),
        Cell.Of(one.Build),
        Cell.Of(one.Role),
        Real(one.Measured?.Serialize?.Low),
        Real(one.Measured?.Serialize?.High),
        Real(one.Measured?.Deserialize?.Low),
        Real(one.Measured?.Deserialize?.High),
        Real(one.Measured?.SerializeAllocatedBytes),
        Real(one.Measured?.DeserializeAllocatedBytes),
        Cell.Of(one.GzipBytes),
        Cell.Of(one.BrotliBytes),
        Cell.Of(one.Outcome == "ok" && one.Role != "overhead"),
        Cell.Of(one.Measured?.IsSettled ?? false),
        Factor(one, one.Measured?.Serialize?.Median, _bounds.SerializeFloor),
        Factor(one, one.Measured?.Deserialize?.Median, _bounds.DeserializeFloor),
        Cell.Of(one.IsRanked && one != _fastestWriter && _writing.Ties(one, _fastestWriter!)),
        Real(one.LeavesNs),
    ];

    private static Cell Real(double? value) => value is { } number ? Cell.Of(number) : default;

    private static Cell Factor(ComparedResult one, double? value, double best) =>
        one.Role == "overhead" || one.Outcome != "ok" || value is not { } number || double.IsNaN(best) || best <= 0 ? default : Cell.Of(Math.Round(number / best, 3));
}
