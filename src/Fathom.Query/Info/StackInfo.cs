using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Info;

/// <summary>What came of the stacks that a recorder copied, or that Windows followed, in a line for each event: how many are whole, and why others are not.</summary>
public static class StackInfo
{
    /// <summary>The lines; none where nothing was copied.</summary>
    /// <param name="session">A session with the recording alone.</param>
    /// <param name="stop">Interrupts a query.</param>
    public static IEnumerable<(string Fact, string Line)> Lines(QuerySession session, CancellationToken stop) =>
        TableRow.All(session.Run("recording/stacks", stop, QueryParameter.Of("rec", 0))).Where(static row => row.Number("stack_count") > 0)
            .Select(static row => row.Truth("is_copied") ? ($"copied_stacks {row.Text("event")}", Line(row)) : ($"whole_stacks {row.Text("event")}", LineOfWindows(row)));

    private static string LineOfWindows(TableRow row)
    {
        (long whole, long all) = (row.Number("whole_count") ?? 0, row.Number("stack_count") ?? 0);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{whole} of {all} stacks are complete ({Math.Floor(1000.0 * whole / all) / 10:0.0} %); {row.Number("cut_count")} end in the kernel below a program, or at the limit of frames");
    }

    private static string Line(TableRow row) => string.Create(
        CultureInfo.InvariantCulture,
        $"{row.Number("whole_count")} of {row.Number("stack_count")} copied stacks are complete; {row.Number("cut_count")} continue beyond the copied part, "
        + $"{row.Number("lost_count")} lead to an unknown address, {row.Number("unfollowed_count")} cannot be unwound");
}
