using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above the starts of programs.</summary>
public static class StartHeader
{
    private const string Program = "program";

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
