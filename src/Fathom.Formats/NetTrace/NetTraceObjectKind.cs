namespace Fathom.Formats.NetTrace;

/// <summary>The objects of a stream.</summary>
internal enum NetTraceObjectKind
{
    /// <summary>One of a later version; it is passed over.</summary>
    Unknown,

    /// <summary>The first object.</summary>
    Trace,

    /// <summary>Events.</summary>
    EventBlock,

    /// <summary>Kinds of event.</summary>
    MetadataBlock,

    /// <summary>Call stacks.</summary>
    StackBlock,

    /// <summary>A sequence point.</summary>
    SequencePoint,

    /// <summary>Version 6: threads.</summary>
    ThreadBlock,

    /// <summary>Version 6: threads that no later event is about.</summary>
    RemoveThreadBlock,

    /// <summary>Version 6: labels of events.</summary>
    LabelListBlock,
}
