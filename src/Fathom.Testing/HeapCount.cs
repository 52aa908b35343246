using Fathom.Sources.NetTrace;

namespace Fathom.Testing;

/// <summary>Reads the events of one collection that tells all live objects.</summary>
/// <remarks>
/// Bulk events: type names (15) are <c>u32 count, u16</c>, for each <c>u64 id, u64 module, u32 name id, u32 flags, u8 element type, text name, u32 number
/// and u64 ids of parameters</c>; objects (18) are <c>u32 index, u32 count, u16</c>, for each <c>pointer address, u64 size, u64 type id, u64 references</c>;
/// the size is that before it is rounded up. The type's name can come before or behind its objects; the name of a nested type is without the outer one. A type's id is the value of its handle.
/// </remarks>
internal sealed class HeapCount : INetTraceSink, IDisposable
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const ulong GcAndHeapDumpAndTypes = 0x1 | 0x8_0000 | 0x10_0000 | 0x80_0000 | 0x100_0000;
    private const uint BufferMegabytes = 512;
    private const int GcEndId = 2;
    private const int GcStartId = 1;
    private const int BulkTypeId = 15;
    private const int BulkNodeId = 18;
    private static readonly Lock s_one = new();
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly Dictionary<ulong, HeapTypeCount> _types = [];
    private readonly ManualResetEventSlim _isOver = new();
    private long _objects;
    private int _collection = -1;

    /// <summary>Forces a collection and counts.</summary>
    public static LiveInstances Take()
    {
        lock (s_one)
        {
            using HeapCount count = new();
            NetTraceTotals? totals = null;
            using (DiagnosticPort port = DiagnosticPort.Start(Runtime, GcAndHeapDumpAndTypes, 5, BufferMegabytes))
            {
                Thread reading = new(() => totals = count.Read(port.Stream)) { IsBackground = true, Name = "live objects" };
                reading.Start();
                bool isOver = count._isOver.Wait(s_patience);
                port.Stop();
                if (!reading.Join(s_patience) || !isOver || count._objects == 0)
                    throw new InvalidOperationException("the runtime told no live objects within two minutes.");
            }

            return totals is { IsWhole: true }
                ? count.Result()
                : throw new InvalidOperationException($"the heap is too large for this: {totals?.DroppedEvents} of the runtime's events found no room; use fathom heap.");
        }
    }

    public void OnMetadata(EventMetadata metadata)
    {
        if (metadata.Provider == Runtime && metadata.EventId is GcStartId or GcEndId or BulkTypeId or BulkNodeId)
            metadata.Tag = this;
    }

    public void OnEvent(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        switch (at.Metadata.EventId)
        {
            case GcStartId:
                OnStart(ref fields);
                break;
            case GcEndId when fields.Int32() == _collection:
                _isOver.Set();
                break;
            case BulkTypeId:
                OnTypes(ref fields);
                break;
            case BulkNodeId:
                OnObjects(ref fields);
                break;
        }
    }

    public void Dispose() => _isOver.Dispose();

    private NetTraceTotals Read(Stream stream)
    {
        try
        {
            return new NetTraceReader(stream, "this process").Read(this, CancellationToken.None);
        }
        finally
        {
            _isOver.Set();
        }
    }

    // The induced collection of all generations is the one that tells the objects.
    private void OnStart(ref PayloadReader fields)
    {
        const int Induced = 1;
        int number = fields.Int32();
        int generation = fields.Int32();
        if (_collection < 0 && generation == 2 && fields.Int32() == Induced)
            _collection = number;
    }

    private void OnTypes(ref PayloadReader fields)
    {
        uint count = fields.UInt32();
        fields.UInt16();
        for (uint i = 0; i < count && !fields.IsShort; i++)
        {
            ulong id = fields.UInt64();
            fields.Skip(8 + 4);
            uint flags = fields.UInt32();
            fields.Byte();
            ReadOnlySpan<char> name = fields.Text();
            uint parameters = fields.UInt32();
            HeapTypeCount type = TypeOf(id);
            type.Name = name.ToString();
            type.Flags = flags;
            type.Parameters = new ulong[Math.Min(parameters, (uint)fields.Remaining / 8)];
            for (int p = 0; p < type.Parameters.Length; p++)
                type.Parameters[p] = fields.UInt64();
        }
    }

    private void OnObjects(ref PayloadReader fields)
    {
        fields.UInt32();
        uint count = fields.UInt32();
        fields.UInt16();
        for (uint i = 0; i < count && !fields.IsShort; i++)
        {
            fields.Pointer();
            long size = fields.Int64();
            HeapTypeCount type = TypeOf(fields.UInt64());
            fields.UInt64();
            if (fields.IsShort)
                break;
            type.Count++;
            type.Bytes += (size + IntPtr.Size - 1) & -IntPtr.Size;
            _objects++;
        }
    }

    private HeapTypeCount TypeOf(ulong id)
    {
        if (!_types.TryGetValue(id, out HeapTypeCount? type))
            _types.Add(id, type = new HeapTypeCount());
        return type;
    }

    private LiveInstances Result()
    {
        Dictionary<string, InstanceCount> result = new(StringComparer.Ordinal);
        foreach (HeapTypeCount type in _types.Values)
        {
            if (type.Count == 0)
                continue;
            string name = type.FullName(_types, 0);
            // A type of two assemblies or load contexts can have the same name twice.
            InstanceCount known = result.GetValueOrDefault(name) ?? new InstanceCount(name, 0, 0);
            result[name] = known with { Count = known.Count + type.Count, Bytes = known.Bytes + type.Bytes };
        }

        return new LiveInstances(result, _types.ToDictionary(type => (nint)type.Key, type => type.Value.Count));
    }
}
