using System.Diagnostics.Tracing;
using FastSerialization;
using Fathom.Tests.Formats.GcDump;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;

namespace Fathom.Tests.Sources.Traces.GcDump;

/// <summary>
/// Makes a gcdump of a running program as dotnet-gcdump does: of the events with which the runtime tells its objects in one collection. The events are read
/// by the TraceEvent library and the file is written by its FastSerialization; no reader or writer of Fathom has a part in it.
/// </summary>
internal sealed class GcDumpOfEvents
{
    private const long GcAndHeapDumpAndTypes = 0x1980001;

    private readonly Dictionary<ulong, string> _names = [];
    private readonly List<(ulong Address, long Size, ulong Type, int Edges)> _objects = [];
    private readonly List<ulong> _targets = [];
    private readonly List<(string Kind, ulong Address)> _roots = [];

    /// <summary>Objects that the runtime has told.</summary>
    public int ObjectCount => _objects.Count;

    /// <summary>Has a process collect and tell its objects.</summary>
    public static GcDumpOfEvents Of(int processId)
    {
        GcDumpOfEvents dump = new();
        DiagnosticsClient client = new(processId);
        using EventPipeSession session =
            client.StartEventPipeSession([new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, GcAndHeapDumpAndTypes)], requestRundown: false, 512);
        using EventPipeEventSource source = new(session.EventStream);
        int collection = -1;
        Task? stopping = null;
        source.Clr.GCStart += start => collection = collection < 0 && start is { Depth: 2, Reason: GCReason.Induced or GCReason.InducedNotForced } ? start.Count : collection;
        source.Clr.GCStop += end => stopping ??= end.Count == collection ? Task.Run(session.Stop) : null;
        source.Clr.TypeBulkType += dump.Take;
        source.Clr.GCBulkNode += dump.Take;
        source.Clr.GCBulkEdge += dump.Take;
        source.Clr.GCBulkRootEdge += dump.Take;
        source.Process();
        stopping?.Wait();
        Assert.Equal((0, true), (source.EventsLost, dump._objects.Count > 0));
        Assert.Equal(dump._objects.Sum(static one => one.Edges), dump._targets.Count);
        return dump;
    }

    /// <summary>Writes the file.</summary>
    public void Write(string path)
    {
        using FileStream file = File.Create(path);
        using Serializer serializer = new(new IOStreamStreamWriter(file, SerializationSettings.Default.WithStreamLabelWidth(StreamLabelWidth.FourBytes)), new GCHeapDump(this));
    }

    /// <summary>Writes the graph: its types, nodes and addresses.</summary>
    public void WriteGraph(Serializer serializer)
    {
        List<string> types = ["UNDEFINED", "[.NET Roots]", .. _roots.Select(static root => root.Kind).Distinct()];
        int firstKind = 2, kinds = types.Count - firstKind;
        Dictionary<ulong, int> typeOf = [];
        foreach (ulong type in _objects.Select(static one => one.Type).Distinct())
        {
            typeOf.Add(type, types.Count);
            types.Add(_names.GetValueOrDefault(type, "(unnamed)"));
        }

        // Node 0 is that of all roots, then one for each kind of root, then the objects.
        Dictionary<ulong, int> nodeOf = [];
        for (int i = 0; i < _objects.Count; i++)
            nodeOf.Add(_objects[i].Address, 1 + kinds + i);
        List<byte> bytes = [0, 0];
        List<(int Position, ulong Address)> nodes = [];
        Node(1, 0, 0, Enumerable.Range(1, kinds));
        for (int kind = 0; kind < kinds; kind++)
            Node(firstKind + kind, 0, 0, _roots.Where(root => root.Kind == types[firstKind + kind] && nodeOf.ContainsKey(root.Address)).Select(root => nodeOf[root.Address]).Distinct());
        int next = 0;
        foreach ((ulong address, long size, ulong type, int edges) in _objects)
        {
            Node(typeOf[type], size, address, _targets.Skip(next).Take(edges).Select(target => nodeOf[target]));
            next += edges;
        }

        serializer.Write(_objects.Sum(static one => one.Size));
        serializer.Write(0);
        serializer.Write(types.Count);
        foreach (string type in types)
        {
            serializer.Write(type);
            serializer.Write(0);
            serializer.Write((string)null!);
        }

        serializer.Write(nodes.Count);
        nodes.ForEach(node => serializer.Write(node.Position));
        serializer.Write(bytes.Count);
        bytes.ForEach(serializer.Write);
        serializer.Write(nodes.Count);
        nodes.ForEach(node => serializer.Write((long)node.Address));
        serializer.WriteTagged((byte)1);

        void Node(int type, long size, ulong address, IEnumerable<int> children)
        {
            int[] all = [.. children];
            int number = nodes.Count;
            nodes.Add((bytes.Count, address));
            GcDumpWriter.Pack(bytes, (type << 1) | (size != 0 ? 1 : 0));
            if (size != 0)
                GcDumpWriter.Pack(bytes, (int)size);
            GcDumpWriter.Pack(bytes, all.Length);
            foreach (int child in all)
                GcDumpWriter.Pack(bytes, child - number);
        }
    }

    private void Take(GCBulkTypeTraceData data)
    {
        for (int i = 0; i < data.Count; i++)
            _names.TryAdd(data.Values(i).TypeID, data.Values(i).TypeName);
    }

    private void Take(GCBulkNodeTraceData data)
    {
        for (int i = 0; i < data.Count; i++)
            _objects.Add((data.Values(i).Address, (long)data.Values(i).Size, data.Values(i).TypeID, (int)data.Values(i).EdgeCount));
    }

    private void Take(GCBulkEdgeTraceData data)
    {
        for (int i = 0; i < data.Count; i++)
            _targets.Add(data.Values(i).Target);
    }

    private void Take(GCBulkRootEdgeTraceData data)
    {
        for (int i = 0; i < data.Count; i++)
        {
            GCBulkRootEdgeValues root = data.Values(i);
            if (!root.GCRootFlag.HasFlag(GCRootFlags.WeakRef))
                _roots.Add((
                    root.GCRootKind switch { GCRootKind.Stack => "[local vars]", GCRootKind.Finalizer => "[finalizer Handles]", GCRootKind.Handle => "[strong Handles]", _ => "[other roots]" },
                    root.RootedNodeAddress));
        }
    }
}
