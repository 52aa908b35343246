using System.Text;
using Fathom.Model.Graph.Paths;
using Fathom.Model.Graph.Retention;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Analyses;

/// <summary>Turns what was computed of a graph into rows.</summary>
/// <param name="graph">The graph.</param>
/// <param name="sink">Takes the rows.</param>
/// <param name="snapshotId">The heap snapshot that they belong to.</param>
internal sealed class GraphRows(ObjectGraph graph, IRecordingSink sink, uint snapshotId)
{
    /// <summary>The sorts of questions that paths answer, in table <c>heap_path</c>.</summary>
    public const string PathQuestion = "path", SuspectQuestion = "suspect";

    private const string Several = "several";

    private static readonly string[] s_rootKinds = [.. Enum.GetNames<RootKind>().Select(SnakeCase)];

    private uint _pathId;

    /// <summary>What types retain.</summary>
    public void Write(ReadOnlySpan<TypeRetention> sums)
    {
        List<HeapRetainedRow> rows = [];
        for (int type = 0; type < sums.Length; type++)
        {
            ref readonly TypeRetention sum = ref sums[type];
            if (sum.Count == 0)
                continue;
            GraphType info = graph.Types[type];
            rows.Add(new HeapRetainedRow(snapshotId, info.TypeId, Text(info.Name), Text(info.Module), sum.Count, sum.SizeBytes, sum.RetainedBytes));
        }

        sink.Write<HeapRetainedRow>(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(rows));
    }

    /// <summary>Objects that retain much.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="places">Their places in it.</param>
    public void Write(DominatorTree tree, IReadOnlyList<uint> places)
    {
        HeapRetainerRow[] rows = [.. places.Select(place =>
        {
            uint number = tree.ObjectAt(place), above = tree.DominatorOf(place);
            return new HeapRetainerRow(
                snapshotId,
                graph.Addresses.AddressOf(number),
                TypeName(number),
                Text(TypeOf(number).Module),
                graph.SizeOf(number),
                tree.RetainedBytes(place),
                above == 0 ? null : graph.Addresses.AddressOf(tree.ObjectAt(above)),
                above == 0 ? TextId.None : TypeName(tree.ObjectAt(above)));
        })];
        sink.Write<HeapRetainerRow>(rows);
    }

    /// <summary>Who keeps how much.</summary>
    public void Write(IReadOnlyList<RootHolder> holders)
    {
        HeapHolderRow[] rows = [.. holders.Select(one => new HeapHolderRow(
            snapshotId, Text(one.Kind is { } kind ? s_rootKinds[(int)kind] : Several), Text(one.Holder), TypeName(one.Object), one.Count, one.SharedCount,
            one.RetainedCount, one.RetainedBytes))];
        sink.Write<HeapHolderRow>(rows);
    }

    /// <summary>Suspects, with the path to each.</summary>
    /// <param name="suspects">The suspects, the largest first.</param>
    /// <param name="paths">The paths of the graph.</param>
    /// <param name="liveBytes">Bytes of all objects that are alive.</param>
    public void Write(IReadOnlyList<LeakSuspect> suspects, ShortestPaths paths, long liveBytes)
    {
        List<HeapSuspectRow> rows = [];
        foreach (LeakSuspect suspect in suspects)
        {
            MergedPath path = MergedPaths.ToOne(graph, paths, suspect.AccumulationPoint);
            rows.Add(new HeapSuspectRow(
                snapshotId,
                (uint)rows.Count + 1,
                Text(SnakeCase(suspect.Kind.ToString())),
                graph.Addresses.AddressOf(suspect.Object),
                TypeName(suspect.Object),
                Text(TypeOf(suspect.Object).Module),
                suspect.Count,
                suspect.RetainedBytes,
                liveBytes,
                graph.Addresses.AddressOf(suspect.AccumulationPoint),
                TypeName(suspect.AccumulationPoint),
                suspect.AccumulationBytes,
                suspect.HeldType is { } held ? Text(graph.Types[(int)held].Name) : TextId.None,
                suspect.HeldCount,
                suspect.HeldBytes,
                Write(path, SuspectQuestion),
                suspect.Chain is { } chain ? Text(graph.Types[(int)chain.Type].Name) : TextId.None,
                suspect.Chain?.ChainCount,
                suspect.Chain?.ObjectCount,
                suspect.Chain?.BehindType is { } behind ? Text(graph.Types[(int)behind].Name) : TextId.None,
                suspect.Chain?.BehindType is null ? null : suspect.Chain.BehindCount,
                suspect.Chain?.BehindType is null ? null : suspect.Chain.BehindBytes));
        }

        sink.Write<HeapSuspectRow>(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(rows));
    }

    /// <summary>A path.</summary>
    /// <param name="path">The path.</param>
    /// <param name="question">What it answers.</param>
    /// <returns>Its number.</returns>
    public uint Write(MergedPath path, string question)
    {
        uint id = ++_pathId;
        HeapPathRow row = new(
            snapshotId,
            id,
            Text(question),
            Text(s_rootKinds[(int)path.Kind]),
            Text(path.Holder),
            TypeName(path.Example),
            path.Count,
            path.SizeBytes,
            graph.Addresses.AddressOf(path.Example));
        sink.Write(new ReadOnlySpan<HeapPathRow>(in row));
        HeapPathStepRow[] steps = [.. path.Steps.Select((step, index) => new HeapPathStepRow(
            snapshotId, id, (uint)index + 1, Text(graph.Types[(int)step.Type].Name), step.Repeats, step.IsDependent))];
        sink.Write<HeapPathStepRow>(steps);
        return id;
    }

    /// <summary>What was asked.</summary>
    /// <param name="view">retained, suspects or paths.</param>
    /// <param name="question">In the words of the command line, or null.</param>
    /// <param name="paths">The paths that were found, where it is about them.</param>
    /// <param name="leftOutCount">Live objects whose paths are left out.</param>
    /// <param name="isCutOff">Whether there are more paths.</param>
    public void WriteQuestion(string view, string? question, MergedPaths? paths = null, long leftOutCount = 0, bool isCutOff = false)
    {
        HeapQuestionRow row = new(snapshotId, Text(view), Text(question), paths?.ObjectCount, paths?.LiveCount, paths is null ? null : leftOutCount, isCutOff);
        sink.Write(new ReadOnlySpan<HeapQuestionRow>(in row));
    }

    private GraphType TypeOf(uint number) => graph.Types[(int)graph.TypeOf(number)];

    private TextId TypeName(uint number) => Text(TypeOf(number).Name);

    private TextId Text(string? text) => sink.Ids.Text(text);

    private static string SnakeCase(string name)
    {
        StringBuilder text = new();
        foreach (char letter in name)
        {
            if (char.IsUpper(letter) && text.Length > 0)
                text.Append('_');
            text.Append(char.ToLowerInvariant(letter));
        }

        return text.ToString();
    }
}
