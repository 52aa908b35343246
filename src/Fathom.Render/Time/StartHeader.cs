using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above the starts of programs.</summary>
public static class StartHeader
{
    private const string Program = "program";
    private const int MostNames = 3;

    /// <summary>A line for each program: "ready after 866.9 ms, when its first request began".</summary>
    /// <param name="phases">Rows of <c>time/startup</c>.</param>
    public static IEnumerable<string> Of(ResultTable phases)
    {
        int process = phases.IndexOf("process"), pid = phases.IndexOf("pid"), phase = phases.IndexOf("phase"), at = phases.IndexOf("at_ns");
        int duration = phases.IndexOf("duration_ns"), by = phases.IndexOf("ready_by");
        Cell[][] programs = [.. phases.Rows.Where(row => row[phase].Text == Program)];
        return ProcessLines.Of(
            programs,
            row => (row[process].IsNull ? "" : row[process].Text, row[pid].Integer),
            row => row[duration].IsNull ? "it is not known when it was ready" : Sentence(row[by], row[at].Integer + row[duration].Integer),
            "a start");
    }

    /// <summary>
    /// A line that tells of failed loads: "2 assemblies were asked for and not found: X, Y (--failed)"; none where there is none.
    /// </summary>
    /// <param name="failed">Rows of <c>time/startup-failures</c>.</param>
    public static IEnumerable<string> Failed(ResultTable failed)
    {
        if (failed.Rows.Count == 0)
            yield break;
        int assembly = failed.IndexOf("assembly"), time = failed.IndexOf("search_ns");
        string names = string.Join(", ", failed.Rows.Take(MostNames).Select(row => row[assembly].Text));
        string more = failed.Rows.Count > MostNames ? ", …" : "";
        long ns = failed.Rows.Sum(row => row[time].IsNull ? 0 : row[time].Integer);
        string count = failed.Rows.Count == 1 ? "1 assembly was"
            : string.Create(CultureInfo.InvariantCulture, $"{failed.Rows.Count:#,##0} assemblies were");
        yield return $"{count} asked for and not found: {names}{more}; the searches took {ReadableNumber.Of(ns, ColumnUnit.Nanoseconds)} (--failed)";
    }

    private static string Sentence(Cell by, long ns)
    {
        string after = ReadableNumber.Of(ns, ColumnUnit.Nanoseconds);
        return (by.IsNull ? null : by.Text) switch
        {
            "request" => $"ready after {after}, when its first request began",
            "quiet" => $"ready after {after}: then nothing was loaded or newly compiled for a second",
            _ => $"it loaded and compiled until it or the recording ended, after {after}",
        };
    }
}
