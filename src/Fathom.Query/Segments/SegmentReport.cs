using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Segments;

/// <summary>Answers questions about the segments in the newest heap of a recording.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class SegmentReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>What the memory is used for; columns are those of <see cref="SegmentShapes"/>.</summary>
    /// <param name="each">Each segment instead of each generation.</param>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public ResultTable Segments(bool each)
    {
        ResultTable table = Run(each ? "heap/segments_each" : "heap/segments");
        if (table.Rows.Count > 0)
            return table;
        throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' does not hold what its segments are used for.", "fathom heap segments PROCESS --save NAME.fathom keeps it");
    }

    /// <summary>The whole heap in one row.</summary>
    public ResultTable Totals() => Run("heap/segment_totals");

    private ResultTable Run(string query) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));
}
