using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
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
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public RequestedRows Segments(bool each, RowRequest? request = null)
    {
        RequestedRows rows = session.Run(each ? "heap/segments_each" : "heap/segments", request, stop, new QueryParameter("rec", Cell.Of(rec)));
        if (!rows.IsEmpty)
            return rows;
        throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' does not hold what its segments are used for.", "fathom heap segments PROCESS --save NAME.fathom keeps it");
    }

    /// <summary>The whole heap in one row.</summary>
    public ResultTable Totals() => session.Run("heap/segment_totals", stop, new QueryParameter("rec", Cell.Of(rec)));
}
