namespace Fathom.Formats.NetTrace;

/// <summary>How the objects are called in the stream.</summary>
internal static class NetTraceObjectKinds
{
    /// <summary>Versions 1 to 5: the object with this name.</summary>
    public static NetTraceObjectKind Of(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("EventBlock"u8) ? NetTraceObjectKind.EventBlock
        : name.SequenceEqual("StackBlock"u8) ? NetTraceObjectKind.StackBlock
        : name.SequenceEqual("MetadataBlock"u8) ? NetTraceObjectKind.MetadataBlock
        : name.SequenceEqual("SPBlock"u8) ? NetTraceObjectKind.SequencePoint
        : name.SequenceEqual("Trace"u8) || name.SequenceEqual(OldTrace) ? NetTraceObjectKind.Trace
        : NetTraceObjectKind.Unknown;

    /// <summary>What the first object of .NET Core 2.0 is called.</summary>
    public static ReadOnlySpan<byte> OldTrace => "Microsoft.DotNet.Runtime.EventPipeFile"u8;

    /// <summary>Version 6: the block with this number.</summary>
    public static NetTraceObjectKind Of(uint number) => number switch
    {
        1 => NetTraceObjectKind.Trace,
        2 => NetTraceObjectKind.EventBlock,
        3 => NetTraceObjectKind.MetadataBlock,
        4 => NetTraceObjectKind.SequencePoint,
        5 => NetTraceObjectKind.StackBlock,
        6 => NetTraceObjectKind.ThreadBlock,
        7 => NetTraceObjectKind.RemoveThreadBlock,
        8 => NetTraceObjectKind.LabelListBlock,
        _ => NetTraceObjectKind.Unknown,
    };
}
