using Fathom.Files;
using Fathom.Model;

namespace Fathom.Formats.GcDump;

/// <summary>Reads a gcdump file: a heap graph as PerfView and dotnet-gcdump write it.</summary>
/// <remarks>
/// <para>The container is described at <see cref="FastSerializationReader"/>. The entry object is <c>GCHeapDump</c>, version 9 or later:</para>
/// <code>
/// object Graphs.MemoryGraph
///   i64 total size, i32 root node
///   i32 types;  each: text name, i32 size, text module path
///   i32 nodes;  each: u32 position of the node in the node bytes
///   i32 length, node bytes            see GcDumpNodeDecoder; in the order in which the writer finished the nodes
///   [minimum reader version 1 up: i32 region, i32 count, each: i32 type id, object module, text suffix; tagged fields, EndObject]
///   i32 nodes;  each: u64 address
///   tagged u8 64-bit
/// u8 64-bit, f32 count multiplier, f32 size multiplier
/// object JSHeapInfo                   no fields
/// object DotNetHeapInfo               i64 size of all segments, i32 count, each: object GCHeapDumpSegment of 6 or 7 addresses
/// text log, i64 time in .NET ticks, text machine, text process name, i32 process id, i64 commit, i64 working set
/// i32 count, each: f32 count multiplier of a type
/// tagged object InteropInfo, tagged text creation tool
/// </code>
/// <para>Facts from the public sources of microsoft/perfview (MemoryGraph, HeapDump, FastSerialization) and of dotnet-gcdump.</para>
/// <para>Memory: 24 bytes per node and 4 per reference, and the node bytes while they are decoded. Node bytes that are used twice are refused,
/// so there are never more references than bytes in the file.</para>
/// </remarks>
public static class GcDumpReader
{
    private const int OldestVersion = 9;
    private const string EntryType = "GCHeapDump";
    private const string GraphType = "Graphs.MemoryGraph";
    private const int MaxSegments = 1024 * 1024;

    /// <summary>Reads a file.</summary>
    /// <exception cref="FathomException">The file cannot be opened, is of another kind, cut off or damaged.</exception>
    public static GcDumpFile Read(string path, CancellationToken stop = default)
    {
        try
        {
            using FileStream stream = RegularFile.OpenRead(path, bufferSize: 0);
            return Read(stream, path, stop);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{path}' cannot be read: {failure.Message}", null, failure);
        }
    }

    /// <summary>Reads a stream that can seek; <paramref name="name"/> stands in messages.</summary>
    /// <exception cref="FathomException">The content is of another kind, cut off or damaged.</exception>
    public static GcDumpFile Read(Stream stream, string name, CancellationToken stop = default)
    {
        using FastSerializationReader reader = new(stream, name);
        SerializedType? entry = reader.BeginObject("the entry object");
        if (entry?.Name != EntryType)
            throw FathomException.Target($"'{name}' holds '{entry?.Name}', not a heap dump.", "give a file that dotnet-gcdump or PerfView wrote");
        if (entry.Version < OldestVersion)
        {
            throw FathomException.Target(
                $"'{name}' has the gcdump version {entry.Version}; version {OldestVersion} and later are read.",
                "open the file with PerfView and save it again");
        }

        GcDumpFile dump = ReadGraph(reader, stop);
        return ReadFields(reader, dump);
    }

    private static GcDumpFile ReadGraph(FastSerializationReader reader, CancellationToken stop)
    {
        SerializedType? type = reader.BeginObject("the graph");
        if (type?.Name != GraphType)
            throw reader.Damaged($"the graph has the type '{type?.Name}'");

        long totalSize = reader.ReadInt64("the total size");
        int root = reader.ReadInt32("the root node");
        GcDumpType[] types = ReadTypes(reader);
        uint[] positions = new uint[reader.ReadCount(4, "the node table")];
        reader.ReadArray<uint>(positions, "the node table");
        byte[] nodes = new byte[reader.ReadCount(1, "the node bytes")];
        reader.Read(nodes, "the node bytes");
        if (type.MinimumReaderVersion >= 1)
            ReadDeferredTypes(reader, types);
        ulong[] addresses = new ulong[reader.ReadCount(8, "the addresses")];
        reader.ReadArray<ulong>(addresses, "the addresses");
        if (addresses.Length != positions.Length)
            throw reader.Damaged($"there are {positions.Length} nodes and {addresses.Length} addresses");
        if ((uint)root >= (uint)positions.Length)
            throw reader.Damaged($"the root is node {root} of {positions.Length}");

        bool is64Bit = false;
        for (FastSerializationTag tag = reader.ReadTag("the graph"); tag != FastSerializationTag.EndObject; tag = reader.ReadTag("the graph"))
        {
            if (tag == FastSerializationTag.Byte)
                is64Bit = reader.ReadByte("the graph") != 0;
            else
                reader.SkipTagged(tag, "the graph");
        }

        GcDumpGraph graph = GcDumpNodes.Decode(reader, types, positions, nodes, addresses, root, stop);
        long sum = 0;
        foreach (int size in graph.SizeOf)
            sum += size;
        if (sum != totalSize)
            throw reader.Damaged($"its objects have {sum} bytes in all, and {totalSize} are stated");
        return new GcDumpFile(graph, totalSize) { Is64Bit = is64Bit };
    }

    private static GcDumpType[] ReadTypes(FastSerializationReader reader)
    {
        // A type takes 12 bytes at least: two text lengths and a size.
        GcDumpType[] types = new GcDumpType[reader.ReadCount(12, "the type table")];
        for (int i = 0; i < types.Length; i++)
        {
            string? name = reader.ReadText("a type name");
            int size = reader.ReadInt32("a type");
            types[i] = new GcDumpType(name ?? "", reader.ReadText("a module path"), size);
        }

        return types;
    }

    /// <summary>Names types that the writer knew by number and module only (.NET Native).</summary>
    private static void ReadDeferredTypes(FastSerializationReader reader, GcDumpType[] types)
    {
        const string What = "the unnamed types";
        reader.ReadInt32(What);
        int count = reader.ReadCount(9, What);
        Dictionary<long, string?> paths = [];
        for (int i = 0; i < count; i++)
        {
            int id = reader.ReadInt32(What);
            string? path = ReadModulePath(reader, paths);
            string? suffix = reader.ReadText(What);
            if (i < types.Length && types[i].Name.Length == 0)
                types[i] = types[i] with { Name = $"TypeID(0x{id:x}){suffix}", ModulePath = types[i].ModulePath ?? path };
        }

        reader.EndObject(What);
    }

    private static string? ReadModulePath(FastSerializationReader reader, Dictionary<long, string?> paths)
    {
        const string What = "a module";
        long position = reader.Position;
        FastSerializationTag tag = reader.ReadTag(What);
        if (tag == FastSerializationTag.NullReference)
            return null;
        if (tag == FastSerializationTag.ObjectReference)
        {
            uint known = (uint)reader.ReadInt32(What);
            return paths.TryGetValue(known, out string? again) ? again : throw reader.Damaged($"{What} is said to be at byte {known}, where none is");
        }

        reader.ReadTypeOf(tag, What);
        string? path = reader.ReadText(What);
        for (int field = 0; field < 3; field++)
            reader.ReadInt64(What);
        reader.SkipText(What);
        for (int part = 0; part < 5; part++)
            reader.ReadInt32(What);
        reader.EndObject(What);
        paths.Add(position, path);
        return path;
    }

    private static GcDumpFile ReadFields(FastSerializationReader reader, GcDumpFile dump)
    {
        const string What = "the description of the process";
        reader.ReadByte(What);
        dump = dump with { AverageCountMultiplier = reader.ReadSingle(What), AverageSizeMultiplier = reader.ReadSingle(What) };
        if (reader.BeginObject(What) is not null)
            reader.EndObject(What);
        dump = dump with { Segments = ReadSegments(reader) };
        reader.SkipText(What);
        long ticks = reader.ReadInt64(What);
        dump = dump with
        {
            Collected = ticks > 0 && ticks <= DateTime.MaxValue.Ticks ? new DateTime(ticks) : null,
            MachineName = reader.ReadText(What),
            ProcessName = reader.ReadText(What),
            ProcessId = reader.ReadInt32(What),
        };
        reader.ReadInt64(What);
        dump = dump with { WorkingSetBytes = reader.ReadInt64(What) };
        reader.SkipTo(reader.ReadCount(4, What) * 4L + reader.Position, What);

        string? tool = null;
        for (FastSerializationTag tag = reader.ReadTag(What); tag != FastSerializationTag.EndObject; tag = reader.ReadTag(What))
        {
            if (tag == FastSerializationTag.String)
                tool = reader.ReadText(What);
            else
                reader.SkipTagged(tag, What);
        }

        return dump with { CreationTool = tool };
    }

    private static List<GcDumpSegment> ReadSegments(FastSerializationReader reader)
    {
        const string What = "the segments";
        List<GcDumpSegment> segments = [];
        if (reader.BeginObject(What) is null)
            return segments;
        reader.ReadInt64(What);

        // A segment takes 54 bytes at least: tag, type reference, six addresses, end.
        int count = reader.ReadCount(54, What);
        if (count > MaxSegments)
            throw reader.Damaged($"{What} claim {count} entries");
        for (int i = 0; i < count; i++)
        {
            SerializedType type = reader.BeginObject(What) ?? throw reader.Damaged("a segment is absent");
            ulong Next() => (ulong)reader.ReadInt64(What);
            segments.Add(new GcDumpSegment(Next(), Next(), Next(), Next(), Next(), Next(), type.Version >= 1 ? Next() : 0));
            reader.EndObject(What);
        }

        reader.EndObject(What);
        return segments;
    }
}
