using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Keeps what a trace tells of its events.</summary>
/// <param name="trace">The trace.</param>
internal sealed class EventList(EtlTrace trace) : INetTraceSink
{
    private const int MethodLoad = 143;

    public List<SeenKernelEvent> Events { get; } = [];

    /// <summary>Helpers of a runtime.</summary>
    public int Helpers { get; private set; }

    public Dictionary<(string Provider, int Id, int Version), int> Counts { get; } = [];

    public void OnMetadata(EventMetadata metadata) => metadata.Tag = $"{metadata.Provider}/{NameOf(metadata)}";

    public void OnEvent(in NetTraceEvent at)
    {
        (string, int, int) kind = (at.Metadata.ProviderId.ToString(), at.Metadata.EventId, at.Metadata.Version);
        Counts[kind] = Counts.GetValueOrDefault(kind) + 1;
        // PerfView leaves out what is an idle processor that serves no interrupt.
        if (at.Metadata.EventId == KernelHook.Sample && at.Metadata.Provider == KernelHook.Provider && IsIdle(at))
            return;
        // Nor does it list the helpers that a runtime compiles for itself, which none of its own code calls a method.
        if (at.Metadata is { EventId: MethodLoad, Provider: "Microsoft-Windows-DotNETRuntime" } && IsHelper(at))
        {
            Helpers++;
            return;
        }

        double ms = (at.Header.Ticks - trace.Header.StartTicks) * 1000.0 / trace.Header.TicksPerSecond;
        Events.Add(new SeenKernelEvent(
            (string)at.Metadata.Tag!, (long)Math.Round(ms * 1000, MidpointRounding.AwayFromZero), (int)at.Header.Processor,
                at.Payload.Length, (int)at.Header.ProcessId, (int)at.Header.ThreadId));
    }

    private static bool IsHelper(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        fields.Skip((3 * sizeof(ulong)) + (2 * sizeof(uint)));
        return (fields.UInt32() & 0x10) != 0;
    }

    private static bool IsIdle(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        fields.Pointer();
        return fields.UInt32() == 0 && (fields.UInt32() >> 16 & 3) == 0;
    }

    private static string NameOf(EventMetadata metadata) => EventShape.Of(metadata).Name is { Length: > 0 } name ? name
        : $"Event{metadata.EventId}";
}
