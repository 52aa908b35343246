using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace.Cutting;

/// <summary>The head of an object of a stream of events, and how it is kept in a ring: u32 kind, i32 version, i32 least version of a reader, i32 size, and its bytes.</summary>
internal readonly record struct TraceObject(NetTraceObjectKind Kind, int Version, int ReaderVersion)
{
    public const int KeptBytes = 16;

    private const byte NullReference = 1;
    private const byte Begin = 5;
    private const byte End = 6;

    private ReadOnlySpan<byte> Name => Kind switch
    {
        NetTraceObjectKind.Trace => "Trace"u8,
        NetTraceObjectKind.EventBlock => "EventBlock"u8,
        NetTraceObjectKind.MetadataBlock => "MetadataBlock"u8,
        NetTraceObjectKind.StackBlock => "StackBlock"u8,
        _ => "SPBlock"u8,
    };

    /// <summary>Writes the first bytes of a stream.</summary>
    public static void WriteStart(Stream into)
    {
        into.Write(NetTraceReader.Magic);
        into.Write(SerializedContainer.Signature);
    }

    /// <summary>Writes the last byte of a stream.</summary>
    public static void WriteEnd(Stream into) => into.WriteByte(NullReference);

    /// <summary>Keeps an object in a ring.</summary>
    public void Keep(Stream into, ReadOnlySpan<byte> bytes)
    {
        Span<byte> head = stackalloc byte[KeptBytes];
        BinaryPrimitives.WriteInt32LittleEndian(head, (int)Kind);
        BinaryPrimitives.WriteInt32LittleEndian(head[4..], Version);
        BinaryPrimitives.WriteInt32LittleEndian(head[8..], ReaderVersion);
        BinaryPrimitives.WriteInt32LittleEndian(head[12..], bytes.Length);
        into.Write(head);
        into.Write(bytes);
    }

    /// <summary>Writes an object as it stands in a stream.</summary>
    public void Write(Stream into, ReadOnlySpan<byte> bytes)
    {
        Span<byte> number = stackalloc byte[4];
        into.WriteByte(Begin);
        into.WriteByte(Begin);
        into.WriteByte(NullReference);
        Number(Version, number);
        Number(ReaderVersion, number);
        Number(Name.Length, number);
        into.Write(Name);
        into.WriteByte(End);
        if (Kind != NetTraceObjectKind.Trace)
        {
            Number(bytes.Length, number);
            for (int padding = (int)(-into.Position & 3); padding > 0; padding--)
                into.WriteByte(0);
        }

        into.Write(bytes);
        into.WriteByte(End);

        void Number(int value, Span<byte> room)
        {
            BinaryPrimitives.WriteInt32LittleEndian(room, value);
            into.Write(room);
        }
    }
}
