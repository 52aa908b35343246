using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Formats;
using Fathom.Render.Text;

namespace Fathom.Render.Serializers;

/// <summary>
/// The comparison for people, as the articles that began it showed theirs: a table per case, everything relative to the best of the case, and below it what is
/// not ranked with its reason.
/// </summary>
public static class ComparisonText
{
    private const int Widest = 120;

    // "±999%"; what is further away says nothing.
    private const int BoundsWidth = 5;
    private const double MostWidth = 9.99;

    // Bounds that are further from a ratio tell nothing of it.
    private const double UntoldWidth = 2;
    private const string Doubtful = "?";
    private const string Untold = "untold";

    private static readonly FigureGrid s_grid = new(["rank", "serializer", "size", "larger", "serialize", "slower", "x floor", "deserialize", "slower", "x floor"], words: 2, 6, 9, 3);

    /// <summary>Writes the tables.</summary>
    /// <param name="comparison">The comparison with all its columns, the rows of a case together.</param>
    /// <param name="to">Where to.</param>
    /// <param name="style">Width and emphasis; never wider than 120 columns.</param>
    public static void Write(ResultTable comparison, TextWriter to, TableStyle style)
    {
        ComparisonRow[] rows = [.. comparison.Rows.Select(cells => new ComparisonRow(comparison, cells))];
        bool several = rows.Where(static row => row.Text("runtime") is not null).Select(static row => (row.Text("runtime"), row.Text("build"))).Distinct().Count() > 1;
        int width = Math.Min(style.Width ?? Widest, Widest);
        bool isFirst = true;
        foreach (var group in rows.GroupBy(static row => (row.Text("case_name"), row.Number("n"), row.Number("payload_bytes"), row.Text("lane"))))
        {
            if (!isFirst)
                to.WriteLine();
            isFirst = false;
            WriteCase([.. group], several, to, style with { Width = width });
        }
    }

    private static void WriteCase(ComparisonRow[] rows, bool several, TextWriter to, TableStyle style)
    {
        to.WriteLine(CaseTitle.Of(rows[0]));
        ComparisonRow[] ranked = [.. rows.Where(static row => row.IsRanked)], floors = [.. rows.Where(static row => row.IsFloor)];
        // Bounds are left out where they would make a line too wide; the CSV has them.
        bool marksFloors = ranked.Any(static row => FloorMark(row, "serialize").Length + FloorMark(row, "deserialize").Length > 0);
        string[][] lines = [.. ranked.Concat(floors).Select(row => Line(row, several, withBounds: true, marksFloors))];
        if (s_grid.Needed(lines) > style.Width)
            lines = [.. ranked.Concat(floors).Select(row => Line(row, several, withBounds: false, marksFloors))];
        if (lines.Length > 0)
            s_grid.Write(lines, to, style);
        if (ranked.Length == 0)
            to.WriteLine("  no serializer is ranked");
        WriteNotes(rows, ranked, several, to, style.Width!.Value);
        WriteFailed([.. rows.Where(static row => row.IsFailed)], several, to, style.Width!.Value);
        CaseRates.Write(ranked.Concat(floors), row => Name(row, several), to, style);
    }

    private static string[] Line(ComparisonRow row, bool several, bool withBounds, bool marksFloors) =>
    [
        row.IsFloor ? "floor" : (row.Text("rank") ?? "?") + (row.IsTrue("settled") ? "" : "*"),
        Name(row, several),
        Size(row.Number("size_bytes")),
        Factor(row.Number("size_factor")),
        Time(row.Number("serialize_ns")),
        Slower(row, "serialize", withBounds),
        OfFloor(row, "serialize", marksFloors),
        Time(row.Number("deserialize_ns")),
        Slower(row, "deserialize", withBounds),
        OfFloor(row, "deserialize", marksFloors),
    ];

    private static void WriteNotes(ComparisonRow[] rows, ComparisonRow[] ranked, bool several, TextWriter to, int width)
    {
        if (ranked.Any(static row => row.Text("rank")?.EndsWith('=') == true || row.IsTrue("serialize_tied") || row.IsTrue("deserialize_tied")))
            Say("= is a tie: compared round by round, they cannot be distinguished");
        if (ranked.Any(static row => Doubt(row, "serialize") == Doubtful || Doubt(row, "deserialize") == Doubtful))
            Say("? behind a ratio: its bounds are wider than 10 %, so whether it is slower or faster than the best is not known");
        if (ranked.Any(static row => Doubt(row, "serialize") == Untold || Doubt(row, "deserialize") == Untold))
            Say("? in place of a ratio: not measured well enough, the bounds are further than a factor of 2 from it");
        if (ranked.Any(static row => row.Number("deserialize_factor_low") is not null))
            Say("slower: from pairs, round by round, bounds of 99 % for all together; the times are for orientation only");
        if (ranked.Any(static row => row.BeatsFloor("serialize") || row.BeatsFloor("deserialize")))
            Say("< beats the floor: it is certainly faster than the floor, with 99 % for all together");
        if (ranked.Any(static row => row.IsBelowFloor("serialize") || row.IsBelowFloor("deserialize")))
            Say("~ was faster than the floor by less than the bounds, so that is not certain");
        foreach (var unranked in ranked.Where(static row => row.Text("rank") is null).GroupBy(static row => row.Text("no_rank_reason")))
        {
            string names = unranked.Count() == ranked.Length ? "" : $" {string.Join(", ", unranked.Select(row => Name(row, several)))}:";
            foreach ((int at, string line) in Wrap(SafeText.Of($"?{names} {unranked.Key}"), width - 4).Index())
                to.WriteLine((at == 0 ? "  " : "    ") + line);
        }

        if (ranked.Any(static row => !row.IsTrue("settled")))
            Say("* tiered compilation had not finished when the warm-up time was over");
        if (rows.FirstOrDefault(static row => row.Text("role") == "overhead" && row.Number("serialize_ns") is not null) is { } overhead)
            Say($"the suite itself costs {Time(overhead.Number("serialize_ns"))} per serialize and {Time(overhead.Number("deserialize_ns"))} per deserialize, which is included");

        void Say(string sentence)
        {
            foreach ((int at, string line) in TextWidth.Wrap(sentence, width - 2, width - 4).Index())
                to.WriteLine((at == 0 ? "  " : "    ") + line);
        }
    }

    private static void WriteFailed(ComparisonRow[] failed, bool several, TextWriter to, int width)
    {
        if (failed.Length == 0)
            return;
        to.WriteLine("  not ranked:");
        int name = Math.Min(failed.Max(row => TextWidth.Of(Name(row, several))), 44), outcome = failed.Max(static row => row.Outcome.Length);
        foreach (ComparisonRow row in failed)
        {
            string text = TextWidth.Clip(Name(row, several), name);
            string start = $"    {text}{new string(' ', name - TextWidth.Of(text))}  {row.Outcome.PadRight(outcome)}  ";
            string reason = SafeText.Of(row.Text("detail") ?? "");
            int room = Math.Max(20, width - TextWidth.Of(start));
            // A reason is told to its end, on as many lines as it takes.
            foreach (string part in Wrap(reason, room))
            {
                to.WriteLine((start + part).TrimEnd());
                start = new string(' ', TextWidth.Of(start));
            }
        }
    }

    private static IEnumerable<string> Wrap(string text, int width)
    {
        while (TextWidth.Of(text) > width)
        {
            int end = Math.Min(width, text.Length);
            int space = text.LastIndexOf(' ', end - 1, end);
            int cut = space > width / 2 ? space : char.IsHighSurrogate(text[end - 1]) ? end - 1 : end;
            yield return text[..cut];
            text = text[cut..].TrimStart();
        }

        yield return text;
    }

    private static string Name(ComparisonRow row, bool several) =>
        SafeText.Of(several && row.Text("runtime") is { } runtime ? $"{row.Text("serializer")} [{runtime} {row.Text("build")}]" : row.Text("serializer") ?? "");

    private static string Size(double? bytes) => bytes is { } value ? ReadableNumber.Of(value, ColumnUnit.Bytes) : CellText.Absent;

    // Three figures are more than a measurement of this kind holds.
    private static string Time(double? ns) => ns switch
    {
        null => CellText.Absent,
        >= 1e9 => $"{Figures(ns.Value / 1e9)} s",
        >= 1e6 => $"{Figures(ns.Value / 1e6)} ms",
        >= 1e3 => $"{Figures(ns.Value / 1e3)} us",
        _ => $"{Figures(ns.Value)} ns",
    };

    // "1.34 ±6%"; "1.02=" is a tie with the best, "1.25?" may be one. The bounds are as far from the ratio to both sides, as factors.
    private static string Slower(ComparisonRow row, string operation, bool withBounds)
    {
        string doubt = Doubt(row, operation);
        string factor = doubt == Untold ? Doubtful : Factor(row.Number($"{operation}_factor")) + (row.IsTrue($"{operation}_tied") ? "=" : doubt.Length > 0 ? doubt : " ");
        double? width = Width(row, operation) - 1;
        return !withBounds
            ? factor
            : factor + (row.IsRanked && doubt != Untold && width is > 0 and var wide ? wide < MostWidth ? string.Create(CultureInfo.InvariantCulture, $"±{wide * 100:0}%") : "±wide" : "")
                .PadLeft(BoundsWidth);
    }

    // Whether the bounds leave open if it is slower or faster than the best, and whether they say anything at all.
    private static string Doubt(ComparisonRow row, string operation) =>
        row.IsTrue($"{operation}_tied") || !(row.Number($"{operation}_factor_low") <= 1 && row.Number($"{operation}_factor_high") >= 1 && Width(row, operation) > 1) ? ""
        : Width(row, operation) > UntoldWidth ? Untold : Doubtful;

    private static double? Width(ComparisonRow row, string operation) => row.Number($"{operation}_factor_high") / row.Number($"{operation}_factor");

    private static string OfFloor(ComparisonRow row, string operation, bool marksFloors) => Factor(row.Number($"{operation}_floor_factor")) + (marksFloors ? FloorMark(row, operation).PadLeft(1) : "");

    private static string FloorMark(ComparisonRow row, string operation) => row.BeatsFloor(operation) ? "<" : row.IsBelowFloor(operation) ? "~" : "";

    private static string Factor(double? factor) => factor is { } value ? Figures(value) : CellText.Absent;

    /// <summary>A figure as precise as a measurement of this kind.</summary>
    internal static string Figures(double value) => value.ToString(value >= 100 ? "#,##0" : value >= 10 ? "0.0" : "0.00", CultureInfo.InvariantCulture);
}
