using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>
/// <c>{"schema":2,"fathom":"0.2.0","command":…,"subjects":[…],"about":[{…}],"rows":[{…}],"totals":[{…}],"losses":[{…}],"notes":[…]}</c> with one row per line. Fields are the
/// column names, numbers are in base units; a number that JSON cannot hold is null, and addresses are text in hexadecimal digits, which other programs read as numbers of 53 bits.
/// </summary>
public sealed class JsonRenderer() : OutputFormat("json", "JSON", ".json")
{
    /// <summary>The version of the form. 2 has <c>fathom</c> and <c>about</c>, and addresses as text.</summary>
    public const int SchemaVersion = 2;

    /// <inheritdoc/>
    public override bool TellsAbout => true;

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
