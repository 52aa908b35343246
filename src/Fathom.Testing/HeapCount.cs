using System.Reflection;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;

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

    private readonly Dictionary<ulong, HeapTypeFacts> _types;
    private readonly Dictionary<HeapClass, long> _objects = [];
    private readonly ManualResetEventSlim _isOver = new();
    private int _collection;
    private int _told;
    private long _shortEvents;

    /// <param name="types">Types that are known already; those that are new are added.</param>
    public HeapCount(Dictionary<ulong, HeapTypeFacts> types) => _types = types;

    /// <summary>Live objects by type and size.</summary>
    public IReadOnlyDictionary<HeapClass, long> Objects => _objects;

    /// <summary>Forces a collection and counts anew, into what this object holds already: so that counting leaves nothing behind that would be counted next.</summary>
    /// <exception cref="CountException">The runtime does not tell; the message says why.</exception>
    public void Read()
    {
        try
        {
            lock (s_one)
                Ask();
        }
        catch (Exception impossible) when (impossible is InvalidOperationException or IOException or SocketException or UnauthorizedAccessException)
        {
            throw new CountException(impossible.Message, impossible);
        }
    }

    /// <summary>Forces a collection and counts, for a user.</summary>
    /// <exception cref="InvalidOperationException">The runtime does not tell; the message says why.</exception>
    public static LiveInstances Take()
    {
        // A type's number can be turned into the type only while its assembly is loaded: from before the collection on, nothing of these is unloaded.
        Assembly[] held = AppDomain.CurrentDomain.GetAssemblies();
        using HeapCount count = new([]);
        count.Read();
        return new LiveInstances([.. count._objects.Select(known => (known.Key, count.NameOf(known.Key.Type), known.Value))], held);
    }

    /// <summary>Name of a type as the runtime writes it.</summary>
    public string NameOf(ulong type) => _types.GetValueOrDefault(type)?.FullName(_types) ?? "(unnamed)";

    /// <summary>Whether a type is one of those that counting itself needs, or is made of them.</summary>
    public bool IsOwn(ulong type) => IsOfModule(type, typeof(HeapCount)) || IsOfModule(type, typeof(NetTraceReader));

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
            case GcEndId when _told >= 0 && fields.Int32() == _told:
                _isOver.Set();
                break;
            case BulkTypeId:
                OnTypes(ref fields);
                break;
            case BulkNodeId:
                OnObjects(ref fields);
                break;
        }

        if (fields.IsShort)
            _shortEvents++;
    }

    public void Dispose() => _isOver.Dispose();

    private bool IsOfModule(ulong type, Type of) =>
        _types.GetValueOrDefault((ulong)of.TypeHandle.Value) is { } own && _types.GetValueOrDefault(type)?.IsOf(own.Module, _types) == true;

    private void Ask()
    {
        (_collection, _told, _shortEvents) = (-1, -1, 0);
        _objects.Clear();
        _isOver.Reset();
        NetTraceTotals? totals = null;
        using (DiagnosticPort port = DiagnosticPort.Start(Runtime, GcAndHeapDumpAndTypes, 5, BufferMegabytes))
        {
            Thread reading = new(() => totals = Read(port.Stream)) { IsBackground = true, Name = "live objects" };
            reading.Start();
            bool isOver = _isOver.Wait(s_patience);
            port.Stop();
            if (!reading.Join(s_patience) || !isOver || _objects.Count == 0)
                throw new InvalidOperationException("the runtime reported no live objects within two minutes.");
        }

        ThrowUnlessWhole(totals);
    }

    /// <summary>Throws where events were dropped, or ended before all that they announced had come: nobody knows how many objects these would have told.</summary>
    /// <exception cref="InvalidOperationException">The message says which of both.</exception>
    internal void ThrowUnlessWhole(NetTraceTotals? totals)
    {
        if (totals is not { IsWhole: true })
            throw new InvalidOperationException($"the heap is too large for this: {totals?.DroppedEvents} of the runtime's events were dropped; use fathom heap.");
        if (_shortEvents > 0)
            throw new InvalidOperationException($"{_shortEvents} of the runtime's events about the heap were shorter than announced, so objects are missing; use fathom heap.");
    }

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

    // One collection tells the objects. Where the program itself forces another one at the same time, both can; the last that told is taken whole.
    private void OnStart(ref PayloadReader fields) => _collection = fields.Int32();

    private void OnTypes(ref PayloadReader fields)
    {
        uint count = fields.UInt32();
        fields.UInt16();
        for (uint i = 0; i < count && !fields.IsShort; i++)
        {
            ulong id = fields.UInt64();
            ulong module = fields.UInt64();
            fields.Skip(4);
            uint flags = fields.UInt32();
            fields.Byte();
            ReadOnlySpan<char> name = fields.Text();
            uint parameters = fields.UInt32();
            if (fields.IsShort)
                break;
            if (!_types.TryGetValue(id, out HeapTypeFacts? type))
                _types.Add(id, type = new HeapTypeFacts());
            // A number is used again when its type was unloaded. What has not changed is kept as it is.
            if (!name.SequenceEqual(type.Name))
                type.Name = name.ToString();
            type.Module = module;
            type.Flags = flags;
            if (parameters > (uint)fields.Remaining / sizeof(ulong))
            {
                fields.Skip(fields.Remaining + 1);
                break;
            }

            if (type.Parameters.Length != parameters)
                type.Parameters = new ulong[parameters];
            for (int p = 0; p < parameters; p++)
                type.Parameters[p] = fields.UInt64();
        }
    }

    private void OnObjects(ref PayloadReader fields)
    {
        if (_told != _collection)
            _objects.Clear();
        _told = _collection;
        fields.UInt32();
        uint count = fields.UInt32();
        fields.UInt16();
        for (uint i = 0; i < count && !fields.IsShort; i++)
        {
            fields.Pointer();
            long size = fields.Int64();
            ulong type = fields.UInt64();
            fields.UInt64();
            if (fields.IsShort)
                break;
            CollectionsMarshal.GetValueRefOrAddDefault(_objects, new HeapClass(type, (size + IntPtr.Size - 1) & -IntPtr.Size), out _)++;
        }
    }
}
