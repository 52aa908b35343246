using Fathom.Formats.Marks;
using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Joined;

/// <summary>Writes the moments that were marked from outside of the programs.</summary>
internal static class MarkRows
{
    /// <summary>Writes them.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="path">The file of marks.</param>
    /// <param name="numbers">Knows the processes of the recording.</param>
    /// <param name="originNs">Time of the clock of the traces at which time stamps of the recording begin.</param>
    /// <exception cref="Model.FathomException">It is no such file.</exception>
    public static void Write(IRecordingSink sink, string path, TraceNumbers numbers, long originNs)
    {
        MarkFileContent content = MarkFile.Read(path);
        TextId shell = sink.Ids.Text("shell");
        RowBatch<MarkerRow> rows = new(sink);
        foreach (Mark mark in content.Marks)
            rows.Add(new MarkerRow(mark.TsNs - originNs, numbers.Find(mark.Pid, mark.TsNs) ?? 0, 0, shell, sink.Raw<MarkerRow>(mark.Text)), mark.Text.Length);
        rows.Flush();
        Lost("invalid lines of marks", content.BadLines, 0);
        Lost("bytes of marks beyond the limit", content.UnreadBytes > 0 ? 1 : 0, content.UnreadBytes);

        void Lost(string reason, long count, long bytes)
        {
            if (count > 0)
                sink.Lost(new LossRow(sink.Ids.Text("marks"), TextId.None, 0, 0, count, bytes, sink.Ids.Text(reason), sink.Ids.Text(LossTables.Marks)));
        }
    }
}
