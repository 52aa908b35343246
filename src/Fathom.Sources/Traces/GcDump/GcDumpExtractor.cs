using System.Runtime.InteropServices;
using Fathom.Formats.GcDump;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Renaming;
using Fathom.Model.Tables;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Options;

namespace Fathom.Sources.Traces.GcDump;

/// <summary>Reads the heap in a gcdump file into the tables of a heap snapshot.</summary>
/// <param name="path">The file.</param>
/// <param name="renaming">Rules for the name of the process.</param>
/// <param name="options">Ids, and who is told what a reader must know.</param>
public sealed class GcDumpExtractor(string path, RenameRules renaming, HeapExtractorOptions options) : IFileExtractor
{
    /// <inheritdoc/>
    public string Source => "gcdump";

    /// <summary>Name of the process, known after <see cref="Run"/>; null where the file does not tell, as those of dotnet-gcdump.</summary>
    public string? ProcessName { get; private set; }

    /// <summary>Process id, known after <see cref="Run"/>; 0 where the file does not tell.</summary>
    public int Pid { get; private set; }

    /// <summary>Where dotnet-gcdump stops, without saying so in the file.</summary>
    internal int MostNodesOfDotnetGcdump { get; init; } = 10_000_000;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the gcdump file", 0, 0));
        GcDumpFile dump = GcDumpReader.Read(path, stop);
        GcDumpUsage usage = GcDumpUsage.Count(dump, stop);
        (ProcessName, Pid) = (dump.ProcessName, dump.ProcessId);
        progress.Report(new Progress("writing the snapshot", 0, 0));
        WriteProcess(sink, dump);
        WriteTypes(sink, usage);
        WriteUsages(sink, usage);
        WriteSizes(sink, usage);
        WriteSegments(sink, dump, usage);
        HeapSnapshotRow snapshot = new()
        {
            SnapshotId = options.SnapshotId,
            ProcessId = options.ProcessId,
            Source = sink.Ids.Text(Source),
            AllocatedBytes = usage.Bytes,
            WalkedBytes = usage.Bytes,
        };
        sink.Write(new ReadOnlySpan<HeapSnapshotRow>(in snapshot));
        if (dump.Graph.NodeCount >= MostNodesOfDotnetGcdump && dump.CreationTool == "dotnet-gcdump")
        {
            sink.Lost(new LossRow(
                sink.Ids.Text(Source), TextId.None, 0, 0, usage.UndefinedCount, 0, sink.Ids.Text($"dotnet-gcdump keeps {MostNodesOfDotnetGcdump:N0} objects and leaves out the rest")));
        }

        if (options.Graph is { } analyses)
            Analyse(analyses, dump, usage, sink, progress, stop);
        foreach (string note in GcDumpNotes.Of(dump, usage))
            options.Noted?.Invoke(note);
    }

    private void Analyse(
        IReadOnlyList<IGraphAnalysis> analyses, GcDumpFile dump, GcDumpUsage usage, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        GraphBudget.Check(dump.Graph.NodeCount, dump.Graph.Children.Length, analyses, options.MaxMemoryBytes, options.MemoryExpected);
        (ObjectGraph graph, GraphSnapshot snapshot) = GcDumpObjectGraph.Build(dump, usage, options.SnapshotId, stop);
        options.Noted?.Invoke("The roots are those that the writer of the gcdump listed: threads, frames and the names of most handles are not in it.");
        foreach (IGraphAnalysis analysis in analyses)
            analysis.Run(graph, snapshot, sink, progress, stop);
        HeapMark.Write(graph, analyses, options.SnapshotId, sink, stop);
    }

    private void WriteProcess(IRecordingSink sink, GcDumpFile dump)
    {
        string name = dump.ProcessName is { } known ? renaming.Apply(known, [known], "") : Path.GetFileName(path);
        ProcessRow row = new()
        {
            ProcessId = options.ProcessId,
            Pid = dump.ProcessId,
            Name = sink.Ids.Text(name),
            Application = sink.Ids.Text(dump.ProcessName),
            RssBytes = dump.WorkingSetBytes > 0 ? dump.WorkingSetBytes : null,
        };
        sink.Write(new ReadOnlySpan<ProcessRow>(in row));
    }

    private void WriteTypes(IRecordingSink sink, GcDumpUsage usage)
    {
        HeapTypeRow[] rows = [.. usage.Types.Select((type, index) => new HeapTypeRow(
            options.SnapshotId,
            (uint)index + 1,
            sink.Ids.Text(type.IsFree ? "free" : "object"),
            sink.Ids.Text(type.Name),
            sink.Ids.Text(type.FileName),
            sink.Ids.Text(type.ModulePath),
            TextId.None,
            0))];
        sink.Write<HeapTypeRow>(rows);
    }

    private void WriteUsages(IRecordingSink sink, GcDumpUsage usage)
    {
        List<HeapUsageRow> rows = [];
        foreach ((GcDumpPlace place, GcDumpSum sum) in usage.Sums)
            rows.Add(new HeapUsageRow(options.SnapshotId, (uint)place.Type + 1, (uint)place.Segment + 1, sink.Ids.Text(place.Generation), sum.Count, sum.Bytes));
        sink.Write<HeapUsageRow>(CollectionsMarshal.AsSpan(rows));
    }

    private void WriteSizes(IRecordingSink sink, GcDumpUsage usage)
    {
        List<HeapSizeRow> rows = [];
        foreach (((int type, long from), GcDumpSum sum) in usage.Sizes)
            rows.Add(new HeapSizeRow(options.SnapshotId, (uint)type + 1, from, sum.Count, sum.Bytes));
        sink.Write<HeapSizeRow>(CollectionsMarshal.AsSpan(rows));
    }

    private void WriteSegments(IRecordingSink sink, GcDumpFile dump, GcDumpUsage usage)
    {
        List<HeapSegmentRow> rows = [];
        foreach ((int index, GcDumpSegment segment) in dump.Segments.Index())
        {
            (long count, long bytes) = (0, 0);
            foreach ((GcDumpPlace place, GcDumpSum sum) in usage.Sums)
            {
                if (place.Segment != index)
                    continue;
                count += usage.Types[place.Type].IsFree ? 0 : sum.Count;
                bytes += sum.Bytes;
            }

            rows.Add(new HeapSegmentRow(
                options.SnapshotId,
                (uint)index + 1,
                0,
                sink.Ids.Text(segment.Kind),
                segment.Start,
                segment.End,
                (long)(segment.End - segment.Start),
                (long)(segment.End - segment.Start),
                bytes,
                count));
        }

        sink.Write<HeapSegmentRow>(CollectionsMarshal.AsSpan(rows));
    }
}
