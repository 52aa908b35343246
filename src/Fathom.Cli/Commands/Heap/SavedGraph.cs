using System.Globalization;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Results;
using Fathom.Render.Text;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Heap;

/// <summary>What it cost to keep a graph.</summary>
internal static class SavedGraph
{
    /// <summary>Size and time in one sentence, when the recording is closed.</summary>
    public static string Of(Manifest manifest, GraphSaveAnalysis save)
    {
        long bytes = manifest.Parts.Where(part => save.Tables.Contains(part.Table)).Sum(static part => part.Bytes);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"the graph of {Rows(HeapNodeRow.Schema.Name):#,##0} objects and {Rows(HeapEdgeRow.Schema.Name):#,##0} "
            + $"references took {ReadableNumber.Of(bytes, ColumnUnit.Bytes)} and "
            + $"{ReadableNumber.Of(save.TimeSinceStart.TotalNanoseconds, ColumnUnit.Nanoseconds)} to keep");

        long Rows(string table) => manifest.Parts.Where(part => part.Table == table).Sum(static part => part.Rows);
    }
}
