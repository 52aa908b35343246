using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace;

/// <summary>The container of versions 1 to 5: objects with a type each.</summary>
/// <remarks>
/// <code>
/// (versions 4, 5: "Nettrace",) i32 20, "!FastSerialization.1"
/// object "Trace"          clock, pointer size, process
/// objects                 events, kinds of event, stacks, sequence points
/// u8 1                    end of the stream
///
/// object = u8 B, type, content, u8 6                        B is 5, before version 4 also 4
/// type   = u8 B, u8 1, i32 version, i32 least reader version, i32 length and text of the name, u8 6
/// block  = i32 size, zeros up to a multiple of 4 in the stream, size bytes
/// </code>
/// <para>Versions 1 and 2 have one object only, "Microsoft.DotNet.Runtime.EventPipeFile": i32 0 (which label is the end of the events), clock, then events
/// one behind the other (<see cref="NetPerfEvent"/>), u8 6, and the labels: i32 1, u32 place of that 6, u32 place of the 1, u32 place of this.</para>
/// </remarks>
internal sealed class SerializedContainer(NetTraceInput input, string name, NetTraceTotals totals, bool isNetTrace) : NetTraceContainer(input, name, totals)
{
    /// <summary>Behind 'Nettrace' or at the start.</summary>
    public static ReadOnlySpan<byte> Signature => "\x14\0\0\0!FastSerialization.1"u8;

    private const byte NullReference = 1;
    private const byte BeginSharedObject = 4;
    private const byte BeginObject = 5;
    private const byte EndObject = 6;
    private const int MaxNameBytes = 64;
    private const int NewestVersion = 5;
    private const int LabelBytes = 17;

    private bool _isEventList;

    /// <inheritdoc/>
    public override NetTraceHeader ReadTrace()
    {
        if (!Input.TryTake(1, out ReadOnlySpan<byte> tag) || !IsBegin(tag[0]))
            throw NetTraceErrors.NotNetTrace(Name, "it ends before its first object");
        if (!ReadType(out NetTraceObjectKind kind, out int version, out int readerVersion) || kind != NetTraceObjectKind.Trace)
            throw NetTraceErrors.NotNetTrace(Name, "its first object is not a trace");
        if (readerVersion > NewestVersion)
            throw NetTraceErrors.Version(Name, Math.Max(version, readerVersion));
        if (version < 1 || version > 3 != isNetTrace)
            throw NetTraceErrors.NotNetTrace(Name, $"its first object has version {version}, which this container cannot have");
        _isEventList = version < 3;
        if (_isEventList)
            Input.TryTake(sizeof(int), out _);
        int size = _isEventList ? NetTraceHeader.OldSize : NetTraceHeader.Size;
        if (!Input.TryTake(size, out ReadOnlySpan<byte> fields))
            throw NetTraceErrors.NotNetTrace(Name, "its first object is cut off");
        NetTraceHeader header = NetTraceHeader.Parse(fields, version) ?? throw NetTraceErrors.NotNetTrace(Name, "its clock or its pointer size is invalid");
        if (!_isEventList && (!Input.TryTake(1, out ReadOnlySpan<byte> end) || end[0] != EndObject))
            throw NetTraceErrors.NotNetTrace(Name, "its first object is cut off");
        return header;
    }

    /// <inheritdoc/>
    public override void ReadObject(NetTraceBlocks blocks, INetTraceSink sink)
    {
        if (_isEventList)
            ReadListed(blocks, sink);
        else if (!Input.TryTake(1, out ReadOnlySpan<byte> tag))
            CutOff("before the mark of its end");
        else if (tag[0] == NullReference)
            Totals.Finish(NetTraceEnd.Complete, null);
        else if (!IsBegin(tag[0]))
            Damaged($"an object begins with {tag[0]}");
        else if (ReadType(out NetTraceObjectKind kind, out _, out _))
            ReadBlock(kind, blocks, sink);
    }

    private bool IsBegin(byte tag) => tag == BeginObject || (tag == BeginSharedObject && !isNetTrace);

    private void ReadListed(NetTraceBlocks blocks, INetTraceSink sink)
    {
        long place = Input.Position;
        if (Input.TryPeek(LabelBytes, out ReadOnlySpan<byte> labels) && IsEnd(labels, (uint)place))
            Totals.Finish(NetTraceEnd.Complete, null);
        else if (!Input.TryTake(sizeof(int), out ReadOnlySpan<byte> number))
            CutOff("before the mark of its end");
        else if (BinaryPrimitives.ReadInt32LittleEndian(number) is var size && size is < NetPerfEvent.LeastSize or > NetTraceReader.MaxBlockBytes)
            Damaged($"an event claims {(uint)size} bytes");
        else if (!Input.TryTake(size, out ReadOnlySpan<byte> content))
            CutOff("inside an event");
        else
            blocks.ReadListed((uint)place, content, sink);
    }

    private static bool IsEnd(ReadOnlySpan<byte> labels, uint place) =>
        labels[0] == EndObject && BinaryPrimitives.ReadUInt32LittleEndian(labels[1..]) == 1
        && BinaryPrimitives.ReadUInt32LittleEndian(labels[5..]) == place && BinaryPrimitives.ReadUInt32LittleEndian(labels[9..]) == place + 1;

    private void ReadBlock(NetTraceObjectKind kind, NetTraceBlocks blocks, INetTraceSink sink)
    {
        if (!Input.TryTake(sizeof(int), out ReadOnlySpan<byte> number))
        {
            CutOff("inside a block");
            return;
        }

        int size = BitConverter.ToInt32(number);
        int padding = (int)(-Input.Position & 3);
        if (size is < 0 or > NetTraceReader.MaxBlockBytes)
            Damaged($"a block claims {(uint)size} bytes");
        else if (!Input.TryTake(padding + size + 1, out ReadOnlySpan<byte> block))
            CutOff("inside a block");
        else if (block[^1] != EndObject)
            Damaged($"a block ends with {block[^1]}");
        else
            blocks.Read(kind, block[padding..^1], sink);
    }

    private bool ReadType(out NetTraceObjectKind kind, out int version, out int readerVersion)
    {
        (kind, version, readerVersion) = (NetTraceObjectKind.Unknown, 0, 0);
        if (!Input.TryTake(14, out ReadOnlySpan<byte> start))
            return CutOff("inside the head of an object");
        if (!IsBegin(start[0]) || start[1] != NullReference)
            return Damaged("an object has no type");
        version = BitConverter.ToInt32(start[2..]);
        readerVersion = BitConverter.ToInt32(start[6..]);
        int length = BitConverter.ToInt32(start[10..]);
        if (length is < 0 or > MaxNameBytes)
            return Damaged($"the name of a type claims {(uint)length} bytes");
        if (!Input.TryTake(length + 1, out ReadOnlySpan<byte> name))
            return CutOff("inside the head of an object");
        if (name[^1] != EndObject)
            return Damaged("a type does not end");
        kind = NetTraceObjectKinds.Of(name[..^1]);
        return true;
    }
}
