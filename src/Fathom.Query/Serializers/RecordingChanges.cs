using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers;

/// <summary>
/// Two recordings compared, a row per serializer, case, lane and operation: ratio of the times with its bounds, and a verdict. Bounds hold all ratios of the two recordings together with 99 %. Where
/// a floor, which is the same code in both, changed in the same direction and by as much, it may be the machine: that is inconclusive.
/// </summary>
internal sealed class RecordingChanges
{
    private readonly ComparedOperation[] _all;
    private readonly string? _otherMachine;
    private readonly Dictionary<ComparedOperation, (UnpairedComparison Comparison, int At, (ComparedOperation One, int At)[] Floors)> _ratios = [];

    /// <param name="all">The operations.</param>
    /// <param name="otherMachine">Why the machines are not the same; null where they are.</param>
    public RecordingChanges(IEnumerable<ComparedOperation> all, string? otherMachine)
    {
        _all = [.. all.Where(static one => one.Row.Text("role") != "overhead")];
        _otherMachine = otherMachine;
        ComparedOperation[][] groups = [.. _all.Where(static one => one.HasBounds).GroupBy(static one => one.Group).Select(static group => group.ToArray())];
        int ratios = groups.Sum(static group => group.Length);
        foreach (ComparedOperation[] group in groups)
        {
            UnpairedComparison comparison = new([.. group.Select(static one => one.Old!.Launches)], [.. group.Select(static one => one.New!.Launches)], groups.Length, ratios);
            (ComparedOperation One, int At)[] floors = [.. group.Select(static (one, at) => (one, at)).Where(static floor => floor.one.IsFloor)];
            for (int at = 0; at < group.Length; at++)
                _ratios.Add(group[at], (comparison, at, floors));
        }
    }

    /// <summary>The rows; columns are those of <see cref="BaselineShapes.Diff"/>. What is certain comes first, what is slower before what is faster.</summary>
    public ResultTable Table() => new(BaselineShapes.Diff.Columns, [.. _all.Select(one => (One: one, Verdict: Verdict(one)))
        .OrderBy(static row => Place(row.Verdict.Word)).ThenBy(static row => row.One.IsFloor).ThenByDescending(row => Ratio(row.One)?.Median ?? 0).Select(row => Row(row.One, row.Verdict))]);

    private static int Place(string word) => word switch
    {
        ChangeWord.Failed => 0,
        ChangeWord.Slower => 1,
        ChangeWord.Faster => 2,
        ChangeWord.Mended => 3,
        ChangeWord.Same => 4,
        ChangeWord.Inconclusive => 5,
        _ => 6,
    };

    private (string Word, string? Reason) Verdict(ComparedOperation one)
    {
        if (one.WhyAnotherWord() is { } other)
            return other;
        if (((one.IsSameData ? _otherMachine : null) ?? one.WhyNoVerdict()) is { } reason)
            return (ChangeWord.Inconclusive, reason);
        Estimate ratio = Ratio(one)!.Value;
        if (ratio is { Low: <= 1, High: >= 1 })
        {
            return ratio.High / ratio.Median <= PairedRanking.Resolution
                ? (ChangeWord.Same, null)
                : (ChangeWord.Inconclusive, string.Create(CultureInfo.InvariantCulture, $"bounds wider than {(PairedRanking.Resolution - 1) * 100:0} %: more processes give narrower bounds"));
        }

        return one.IsFloor || Mover(one) is not { } floor
            ? (ratio.Low > 1 ? ChangeWord.Slower : ChangeWord.Faster, null)
            : (ChangeWord.Inconclusive, string.Create(
                CultureInfo.InvariantCulture,
                $"{floor.Row.Text("serializer")}, the same code in both, takes {Ratio(floor)!.Value.Median:0.00} times as long too: that may be the machine"));
    }

    // The floor that certainly changed, and of which it cannot be said that this one changed more.
    private ComparedOperation? Mover(ComparedOperation one)
    {
        (UnpairedComparison comparison, int at, (ComparedOperation One, int At)[] floors) = _ratios[one];
        return Array.Find(floors, floor => comparison.Ratio(floor.At) is { Low: > 1 } or { High: < 1 } && !comparison.ChangedMore(at, floor.At)).One;
    }

    private Estimate? Ratio(ComparedOperation one) => _ratios.TryGetValue(one, out var found) ? found.Comparison.Ratio(found.At)
        : one is { IsSameData: true, Old: { } old, New: { } now } && one.WhyAnotherWord() is null ? Estimate.Unbounded(now.Time.Median / old.Time.Median) : null;

    private Cell[] Row(ComparedOperation one, (string Word, string? Reason) verdict)
    {
        Estimate? ratio = Ratio(one);
        long? oldSize = one.Row.Number("a_size_bytes"), newSize = one.Row.Number("b_size_bytes"), oldAllocated = Whole(one.Old?.AllocatedBytes), newAllocated = Whole(one.New?.AllocatedBytes);
        return
        [
            Cell.Of(one.Row.Text("case_name")),
            Cell.Of(one.Row.Number("n")),
            Cell.Of(one.Row.Number("payload_bytes")),
            Cell.Of(one.Row.Text("serializer")),
            Cell.Of(one.Operation),
            FigureCell.Of(one.Old?.Time.Median),
            FigureCell.Of(one.New?.Time.Median),
            FigureCell.Rounded(ratio?.Median),
            FigureCell.Rounded(ratio?.Low),
            FigureCell.Rounded(ratio?.High),
            Cell.Of(verdict.Word),
            Cell.Of(verdict.Reason),
            Slower(verdict.Word, ratio),
            Cell.Of(oldSize),
            Cell.Of(newSize),
            Cell.Of(one.IsSameData ? newSize - oldSize : null),
            Cell.Of(oldAllocated),
            Cell.Of(newAllocated),
            Cell.Of(one.IsSameData ? newAllocated - oldAllocated : null),
            Cell.Of(one.Lane),
            Cell.Of(one.Row.Text("build")),
            Cell.Of(one.Row.Text("role")),
            Cell.Of(one.Row.Text("a_version")),
            Cell.Of(one.Row.Text("b_version")),
            Cell.Of(one.Row.Text("a_runtime")),
            Cell.Of(one.Row.Text("b_runtime")),
            Cell.Of((long?)one.Old?.Launches.Count),
            Cell.Of((long?)one.New?.Launches.Count),
        ];
    }

    // What a limit can rest on: nothing where it is not known, and never more than is certain.
    private static Cell Slower(string word, Estimate? ratio) => word switch
    {
        ChangeWord.Slower => FigureCell.Rounded((ratio!.Value.Low - 1) * 100),
        ChangeWord.Faster or ChangeWord.Same => Cell.Of(0.0),
        _ => default,
    };

    private static long? Whole(double? bytes) => bytes is { } value ? (long)Math.Round(value) : null;
}
