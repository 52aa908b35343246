using Fathom.Model.Results;
using Fathom.Render.Formats;
using Fathom.Render.Text;

namespace Fathom.Render.Serializers;

/// <summary>The conclusion of a comparison for people: a sentence a line, or as many lines as it takes, what to use at the end.</summary>
public static class ConclusionText
{
    private const int Widest = 120;

    // Of more cases only what to use is said: the tables have the rest.
    private const int MostCases = 3;

    private const string Advice = "advice";

    /// <summary>Writes the sentences; nothing where there are none.</summary>
    /// <param name="conclusions">Columns case_name, n, payload_bytes, lane, topic and sentence; the rows of a case together.</param>
    /// <param name="to">Where to.</param>
    /// <param name="style">Width and emphasis; never wider than 120 columns.</param>
    public static void Write(ResultTable conclusions, TextWriter to, TableStyle style)
    {
        if (conclusions.Rows.Count == 0)
            return;
        int width = Math.Min(style.Width ?? Widest, Widest);
        ComparisonRow[] rows = [.. conclusions.Rows.Select(cells => new ComparisonRow(conclusions, cells))];
        int cases = rows.Select(Title).OfType<string>().Distinct().Count();
        to.WriteLine();
        to.WriteLine(style.Colour ? "\e[1mconclusion\e[0m" : "conclusion");
        string? last = null;
        foreach (ComparisonRow row in rows)
        {
            bool isAdvice = row.Text("topic") == Advice;
            string? title = cases > 1 ? Title(row) : null;
            if (title is not null && !isAdvice && cases > MostCases)
                continue;
            if (title is not null && !isAdvice && title != last)
                to.WriteLine($"  {title}");
            last = title;
            Say($"{(isAdvice ? title : row.Text("topic"))}", row.Text("sentence") ?? "");
        }

        void Say(string topic, string sentence)
        {
            foreach ((int at, string line) in TextWidth.Wrap(SafeText.Of(topic.Length == 0 ? sentence : $"{topic}: {sentence}"), width - 2, width - 4).Index())
                to.WriteLine((at == 0 ? "  " : "    ") + TextWidth.Clip(line, at == 0 ? width - 2 : width - 4));
        }
    }

    private static string? Title(ComparisonRow row) => row.Text("case_name") is null ? null : CaseTitle.Of(row);
}
