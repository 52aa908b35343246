using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>
/// <c>{"schema":1,"command":…,"subjects":[…],"rows":[{…}],"totals":[{…}],"losses":[{…}],"notes":[…]}</c> with one row per line. Fields are the column
/// names, numbers are in base units; a number that JSON cannot hold is null.
/// </summary>
public sealed class JsonRenderer() : OutputFormat("json", "JSON", ".json")
{
    /// <inheritdoc/>
    public override void Write(ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own) =>
        Write(shaped.Result, [.. shaped.Result.Missing, .. shaped.Result.Notes, .. LimitText.Of(shaped.Limits)], to);

    /// <summary>Writes a result.</summary>
    /// <param name="result">What to write.</param>
    /// <param name="notes">All notes, those about limits included.</param>
    /// <param name="to">Where to; rows are written as they are formatted.</param>
    public static void Write(CommandResult result, IReadOnlyList<string> notes, Stream to)
    {
        using JsonResultWriter writer = new(to);
        writer.Write(result, notes);
    }
}
