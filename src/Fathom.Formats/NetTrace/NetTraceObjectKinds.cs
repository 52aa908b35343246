namespace Fathom.Formats.NetTrace;

/// <summary>The names of the objects in the stream.</summary>
internal static class NetTraceObjectKinds
{
    /// <summary>The object with this name.</summary>
    public static NetTraceObjectKind Of(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("EventBlock"u8) ? NetTraceObjectKind.EventBlock
        : name.SequenceEqual("StackBlock"u8) ? NetTraceObjectKind.StackBlock
        : name.SequenceEqual("MetadataBlock"u8) ? NetTraceObjectKind.MetadataBlock
        : name.SequenceEqual("SPBlock"u8) ? NetTraceObjectKind.SequencePoint
        : name.SequenceEqual("Trace"u8) ? NetTraceObjectKind.Trace
        : NetTraceObjectKind.Unknown;
}
