namespace Fathom.Formats.NetTrace;

/// <summary>Reads an event of versions 1 to 3.</summary>
/// <remarks>
/// <code>
/// i32 bytes of what follows, u32 metadata id (0: this event describes a kind), u32 thread, i64 time, guid activity, guid related activity,
/// i32 payload size, payload, i32 stack size, addresses (the innermost first), zeros
/// </code>
/// <para>In versions 1 and 2 the id of a kind is the place of the event that describes it in the stream; from version 3 on the payload begins with it, and
/// events lie in blocks. Events are in the order of time, and none has a number by which a lost one could be told.</para>
/// </remarks>
internal static class NetPerfEvent
{
    /// <summary>The least bytes behind the first number.</summary>
    public const int LeastSize = 56;

    /// <summary>Reads an event behind its first number. False where it makes no sense.</summary>
    public static bool TryRead(ReadOnlySpan<byte> content, ref EventHeader header, out ReadOnlySpan<byte> payload, out ReadOnlySpan<byte> stack)
    {
        PayloadReader reader = new(content, 8);
        header.MetadataId = reader.UInt32();
        header.ThreadId = reader.UInt32();
        header.CaptureThreadId = header.ThreadId;
        header.Ticks = reader.Int64();
        header.ActivityId = reader.Guid();
        header.RelatedActivityId = reader.Guid();
        header.PayloadBytes = reader.UInt32();
        payload = reader.Bytes(header.PayloadBytes);
        stack = reader.Bytes(reader.UInt32());
        header.StackId = stack.IsEmpty ? 0 : StackTable.OwnId;
        return !reader.IsShort;
    }
}
