using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Formats;

namespace Fathom.Render.Output;

/// <summary>Writes a shaped result to where it was asked for.</summary>
public static class ResultWriter
{
    /// <summary>Writes the result.</summary>
    /// <param name="shaped">What to write.</param>
    /// <param name="target">Where to and how.</param>
    /// <param name="standardOutput">Standard output, used where the target has no file.</param>
    /// <param name="stop">Ends waiting for another process that appends to the same file.</param>
    /// <param name="text">Writes tables and CSV in a way of the verb's own; null for the usual one.</param>
    /// <exception cref="FathomException">The file exists, cannot be written, or has another header (<see cref="ExitCode.Target"/>).</exception>
    public static void Write(ShapedResult shaped, OutputTarget target, Stream standardOutput, CancellationToken stop, Action<ResultTable, TextWriter, TableStyle>? text = null)
    {
        if (target.File is null)
            Render(shaped, target, standardOutput, text);
        else if (target.Append)
            CsvAppend.Write(target.File, shaped.Result.Rows, shaped.Result.Trend, stop);
        else
            NewFile.Write(target.File, target.Force, stream => Render(shaped, target, stream, text));
    }

    private static void Render(ShapedResult shaped, OutputTarget target, Stream to, Action<ResultTable, TextWriter, TableStyle>? own) =>
        target.Format.Write(shaped, to, target.Style, target.File is not null, own);
}
