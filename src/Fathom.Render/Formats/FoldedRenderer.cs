using System.Buffers;
using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>
/// Folded stacks, as FlameGraph, inferno and speedscope read them: per line the process and its frames from the outermost on, all
/// divided by <c>;</c>, and behind a blank the weight in nanoseconds or bytes.
/// </summary>
public sealed class FoldedRenderer() : OutputFormat("folded", "folded stacks", ".folded")
{
    private static readonly SearchValues<char> s_dividing = SearchValues.Create(";\r\n\t\0");

    /// <inheritdoc/>
    public override bool IsOfStacks => true;

    /// <inheritdoc/>
    public override void Write(
        ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own) =>
        FormatText.Write(to, text => Write(shaped.Result, text));

    private static void Write(CommandResult result, TextWriter to)
    {
        StackExport export = StackText.StacksOf(result);
        string?[] names = new string?[export.Profile.Methods.Count];
        foreach ((StackWeight stack, long weight) in export.Weights(StackText.Shown(result)))
        {
            to.Write(Whole(StackText.Of(export.Profile.Processes[stack.Process], withPid: false)));
            foreach (int method in export.Profile.FramesOf(stack))
            {
                to.Write(';');
                to.Write(names[method] ??= Whole(StackText.Of(export.Profile.Methods[method])));
            }

            to.Write(' ');
            to.Write(weight.ToString(CultureInfo.InvariantCulture));
            to.Write('\n');
        }
    }

    // What divides frames and lines cannot be in a name; the format has no way to quote it.
    private static string Whole(string name)
    {
        if (name.AsSpan().IndexOfAny(s_dividing) < 0)
            return name;
        char[] whole = name.ToCharArray();
        for (int i = 0; i < whole.Length; i++)
            whole[i] = whole[i] == ';' ? ':' : s_dividing.Contains(whole[i]) ? ' ' : whole[i];
        return new string(whole);
    }
}
