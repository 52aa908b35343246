using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace;

/// <summary>The container of version 6: blocks with a number for their kind.</summary>
/// <remarks>
/// <code>
/// "Nettrace", u32 0, u32 6 (a higher one is another format), u32 minor version (any)
/// block 1          clock, pointer size, and whatever the writer says of the stream
/// blocks           events, kinds of event, stacks, sequence points, threads, labels; unknown ones are passed over
/// block 0          end of the stream
///
/// block = u24 size, u8 kind, size bytes
/// </code>
/// </remarks>
internal sealed class NumberedBlockContainer(NetTraceInput input, string name, NetTraceTotals totals) : NetTraceContainer(input, name, totals)
{
    /// <summary>The major version that is read.</summary>
    public const int Version = 6;

    /// <inheritdoc/>
    public override NetTraceHeader ReadTrace()
    {
        // The minor version: later ones must be readable too.
        if (!Input.TryTake(sizeof(int), out _) || !TryTakeHead(out uint kind, out int size))
            throw NetTraceErrors.NotNetTrace(Name, "it ends before its first object");
        if (NetTraceObjectKinds.Of(kind) != NetTraceObjectKind.Trace)
            throw NetTraceErrors.NotNetTrace(Name, "its first object is not a trace");
        if (!Input.TryTake(size, out ReadOnlySpan<byte> fields))
            throw NetTraceErrors.NotNetTrace(Name, "its first object is cut off");
        return NetTraceHeader.Parse(fields, Version) ?? throw NetTraceErrors.NotNetTrace(Name, "its clock or its pointer size is invalid");
    }

    /// <inheritdoc/>
    public override void ReadObject(NetTraceBlocks blocks, INetTraceSink sink)
    {
        if (!TryTakeHead(out uint kind, out int size))
            CutOff("before the mark of its end");
        else if (!Input.TryTake(size, out ReadOnlySpan<byte> block))
            CutOff("inside a block");
        else if (kind == 0)
            Totals.Finish(NetTraceEnd.Complete, null);
        else
            blocks.Read(NetTraceObjectKinds.Of(kind), block, sink);
    }

    private bool TryTakeHead(out uint kind, out int size)
    {
        (kind, size) = (0, 0);
        if (!Input.TryTake(sizeof(uint), out ReadOnlySpan<byte> head))
            return false;
        uint number = BinaryPrimitives.ReadUInt32LittleEndian(head);
        (kind, size) = (number >> 24, (int)(number & 0xFF_FFFF));
        return true;
    }
}
