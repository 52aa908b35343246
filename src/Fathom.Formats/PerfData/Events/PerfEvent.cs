using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Formats.PerfData.Events;

/// <summary>An event that was recorded.</summary>
/// <param name="index">Its place in the recording.</param>
/// <param name="attributes">What it counts, and which fields its records have.</param>
public sealed class PerfEvent(int index, PerfEventAttributes attributes)
{
    private string? _name;

    /// <summary>Its place among the events of the recording, from 0.</summary>
    public int Index { get; } = index;

    /// <summary>What it counts, and which fields its records have.</summary>
    public PerfEventAttributes Attributes { get; } = attributes;

    /// <summary>Its name as perf was asked for it, or of its tracepoint, or by kind and number.</summary>
    public string Name => _name ?? Format?.FullName ?? PerfEventNames.Of(Attributes);

    /// <summary>The name that <c>perf list</c> has of a counter that all processors have, such as cycles; null for another event.</summary>
    public string? ProcessorCounter =>
        Attributes.Type == PerfEventAttributes.HardwareType ? PerfEventNames.OfProcessor((uint)Attributes.Config) : null;

    /// <summary>Fields of the tracepoint; null for another event, and where the recording does not describe it.</summary>
    public TraceFormat? Format { get; internal set; }

    /// <summary>Whether it is a tracepoint.</summary>
    public bool IsTracepoint => Attributes.Type == PerfEventAttributes.TracepointType;

    /// <summary>
    /// Whether it is a tracepoint of which the kernel kept only some occurrences, by a rate (<c>perf record -F</c>, which holds for all events) or a period
    /// other than 1. Nothing can be summed or paired then.
    /// </summary>
    public bool IsSampledTracepoint => IsTracepoint && (Attributes.IsFrequency || Attributes.Period > 1);

    /// <summary>What a reader of the recording keeps with the event, so that it needs no table; the reader of the format leaves it alone.</summary>
    public object? Tag { get; set; }

    internal SampleLayout Layout { get; } = new(attributes);

    internal TrailerLayout Trailer { get; } = new(attributes);

    internal void Rename(string name)
    {
        if (name.Length > 0)
            _name = name;
    }
}
