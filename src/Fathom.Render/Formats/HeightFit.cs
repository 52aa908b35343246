using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>Leaves out rows that a terminal has no lines for: the first ones matter most and would scroll away.</summary>
internal static class HeightFit
{
    /// <summary>The rows that are shown however low the terminal is.</summary>
    public const int LeastRows = 5;

    /// <summary>The answer with as many rows as fit above the prompt, together with its header, totals and notes.</summary>
    /// <param name="shaped">The answer.</param>
    /// <param name="style">Width and height of the terminal.</param>
    /// <param name="write">Writes an answer.</param>
    public static ShapedResult Fit(ShapedResult shaped, TableStyle style, Action<ShapedResult, TextWriter> write)
    {
        if (style.Height is not { } height)
            return shaped;
        const int prompt = 1;
        int room = height - prompt - NoteLines(shaped.Result, style.Width);
        int fitting = Math.Min(LeastRows, shaped.Result.Rows.Rows.Count), tooMany = shaped.Result.Rows.Rows.Count + 1;
        while (tooMany - fitting > 1)
        {
            int rows = fitting + ((tooMany - fitting) / 2);
            using LineCount lines = new(style.Width);
            write(FirstOf(shaped, rows), lines);
            if (lines.Count <= room)
                fitting = rows;
            else
                tooMany = rows;
        }

        return FirstOf(shaped, fitting);
    }

    private static ShapedResult FirstOf(ShapedResult shaped, int rows)
    {
        ResultTable all = shaped.Result.Rows;
        return rows == all.Rows.Count ? shaped : shaped with
        {
            Result = shaped.Result with { Rows = all with { Rows = [.. all.Rows.Take(rows)] } },
            OmittedRows = shaped.OmittedRows + all.Rows.Count - rows,
        };
    }

    private static int NoteLines(CommandResult result, int? width) =>
        result.Notes.Select(static note => $"note: {note}").Concat(result.Missing.Select(static sentence => $"warning: {sentence}"))
            .Sum(line => width is { } columns ? TextWidth.Wrap(SafeText.Of(line), columns).Count : 1);
}
