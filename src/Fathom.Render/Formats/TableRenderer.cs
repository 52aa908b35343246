using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>Aligned columns for people: header lines, the rows, how many more there are, and the totals.</summary>
public sealed class TableRenderer() : OutputFormat("table", "tables", ".txt")
{
    /// <inheritdoc/>
    public override bool IsForPeople => true;

    /// <inheritdoc/>
    public override void Write(ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own) => FormatText.Write(to, text =>
    {
        if (own is not null)
            own(shaped.Result.Rows, text, style);
        else
            Write(shaped, text, style);
    });

    /// <summary>Writes a result, with as many rows as the height of the style allows.</summary>
    public static void Write(ShapedResult shaped, TextWriter to, TableStyle style) =>
        WriteAll(HeightFit.Fit(shaped, style, (some, lines) => WriteAll(some, lines, style with { Colour = false })), to, style);

    private static void WriteAll(ShapedResult shaped, TextWriter to, TableStyle style)
    {
        CommandResult result = shaped.Result;
        foreach (string line in result.Header)
            WriteSentence(SafeText.Of(line), to, style);
        bool isFirst = result.Header.Count == 0;
        TableGrid grid = new(to, style);
        if (result.TotalsLead)
            WriteTotals();
        int? columns = null;
        if (result.Rows.Rows.Count > 0)
        {
            SetApart();
            columns = grid.WriteRows(CommonColumns.Without(shaped), mayLeaveOut: shaped.OfferedColumns is not null);
        }

        if (shaped.OmittedRows > 0)
            to.WriteLine(OmittedText.Of(shaped));
        if (result.Rest is { } rest)
        {
            if (columns is null)
                SetApart();
            WriteSentence($"… {SafeText.Of(rest)}", to, style);
        }

        if (columns is { } shown && OmittedText.OfColumns(shaped, shown) is { } omitted)
            to.WriteLine(omitted);
        if (!result.TotalsLead)
            WriteTotals();
        if (result.Footer.Count + result.Next.Count > 0)
            SetApart();
        foreach (string line in result.Footer)
            WriteSentence(SafeText.Of(line), to, style);
        foreach (string command in result.Next)
            to.WriteLine($"next: {SafeText.Of(command)}");

        void WriteTotals()
        {
            if (result.Totals is not { Rows.Count: > 0 } totals)
                return;
            SetApart();
            grid.WriteTotals(totals);
        }

        void SetApart()
        {
            if (!isFirst)
                to.WriteLine();
            isFirst = false;
        }
    }

    private static void WriteSentence(string sentence, TextWriter to, TableStyle style)
    {
        const string indent = "  ";
        IReadOnlyList<string> lines = style.Width is { } width && !TextLines.IsCommand(sentence) ? TextWidth.Wrap(sentence, width, width - indent.Length) : [sentence];
        for (int i = 0; i < lines.Count; i++)
            to.WriteLine(i == 0 ? lines[i] : indent + lines[i]);
    }
}
