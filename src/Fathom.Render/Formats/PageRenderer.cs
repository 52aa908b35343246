using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;
using Fathom.Render.Flames;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>A page for a browser that needs no network: heat map, flame graph and table.</summary>
public sealed class PageRenderer() : OutputFormat("html", "pages", ".html")
{
    private static readonly string s_tool = $"fathom {typeof(PageRenderer).Assembly.GetName().Version!.ToString(3)}";

    /// <inheritdoc/>
    public override bool IsOfStacks => true;

    /// <inheritdoc/>
    public override bool ShowsTimes => true;

    /// <inheritdoc/>
    public override bool IsPage => true;

    /// <inheritdoc/>
    public override bool IsForFiles => true;

    /// <inheritdoc/>
    public override void Write(
        ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own)
    {
        CommandResult result = shaped.Result;
        StackExport export = StackText.StacksOf(result);
        string[] omitted = shaped.OmittedRows > 0 ? [OmittedText.Of(shaped)] : [];
        FlamePageText about = new(
            export.Title,
            !export.HasWeight ? "count" : export.IsBytes ? "bytes" : "ns",
            export.CountName,
            s_tool,
            result.Header,
            [.. LossText.Of(result.Losses) is { } loss ? [loss] : (string[])[], .. result.Missing, .. omitted, .. result.Notes]);
        new FlamePage(StackPicture.Of(export, StackText.Shown(result), PictureLimits.Page), about).Write(to);
    }
}
