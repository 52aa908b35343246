namespace Fathom.Formats.NetTrace;

/// <summary>What a label says.</summary>
public enum EventLabelKind
{
    /// <summary>The activity that the event belongs to: 16 bytes.</summary>
    Activity = 1,

    /// <summary>The activity that began this one: 16 bytes.</summary>
    RelatedActivity = 2,

    /// <summary>The trace of W3C Trace Context: 16 bytes.</summary>
    TraceId = 3,

    /// <summary>The span of W3C Trace Context: a number.</summary>
    SpanId = 4,

    /// <summary>A text under a name.</summary>
    Text = 5,

    /// <summary>A number under a name.</summary>
    Number = 6,

    /// <summary>In place of that of the kind of event: what the event does.</summary>
    OpCode = 7,

    /// <summary>In place of those of the kind of event: the groups that it belongs to.</summary>
    Keywords = 8,

    /// <summary>In place of that of the kind of event: 1 critical … 5 verbose.</summary>
    Level = 9,

    /// <summary>In place of that of the kind of event: version of its fields.</summary>
    Version = 10,
}
