namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>How a field of a tracepoint is stored.</summary>
public enum TraceFieldKind
{
    /// <summary>A number of 1, 2, 4 or 8 bytes.</summary>
    Number,

    /// <summary>Bytes at the field's own place: text of a fixed size, an array, a structure.</summary>
    Bytes,

    /// <summary>Bytes elsewhere in the event (<c>__data_loc</c>): low 16 bits their place from the event's start, high 16 bits their length.</summary>
    Dynamic,

    /// <summary>The same with the place counted from the end of the field (<c>__rel_loc</c>).</summary>
    DynamicRelative,
}
