using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>Samples of what the target allocates, with type and stack: on .NET 10 at random, about one per 100 KB; before, each 100 KB.</summary>
/// <param name="handler">Is told of each sample.</param>
/// <param name="method">Which of the two ways; a runtime before .NET 10 is silent when it is asked for random samples.</param>
public sealed class AllocationConsumer(EventHandling<AllocationSample> handler, AllocationSampling method = AllocationSampling.Random) : EventConsumer
{
    /// <summary>Mean distance of random samples in bytes.</summary>
    private const double MeanDistance = 102_400;

    private const int TickId = 10;
    private const int SampledId = 303;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } =
    [
        method == AllocationSampling.Random
            ? new(EventProvider.Runtime, RuntimeKeywords.AllocationSampling, EventLevel.Informational)
            : new(EventProvider.Runtime, RuntimeKeywords.Gc, EventLevel.Verbose),
    ];

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != EventProvider.Runtime ? null : metadata.EventId switch
    {
        TickId when method == AllocationSampling.Ticks && metadata.Version >= 2 => metadata.Version switch
        {
            2 => TickWithoutAddress,
            3 => TickWithoutSize,
            _ => Tick,
        },
        SampledId when method == AllocationSampling.Random => Sampled,
        _ => null,
    };

    private void Tick(in NetTraceEvent at) => Tick(at, hasAddress: true, hasSize: true);

    private void TickWithoutSize(in NetTraceEvent at) => Tick(at, hasAddress: true, hasSize: false);

    // .NET Framework 4.5.
    private void TickWithoutAddress(in NetTraceEvent at) => Tick(at, hasAddress: false, hasSize: false);

    private void Tick(in NetTraceEvent at, bool hasAddress, bool hasSize)
    {
        PayloadReader fields = at.Fields();
        fields.UInt32();
        AllocationPlace place = (AllocationPlace)fields.Int32();
        fields.UInt16();
        long amount = fields.Int64();
        fields.Pointer();
        ReadOnlySpan<char> type = fields.Text();
        fields.UInt32();
        if (hasAddress)
            fields.Pointer();
        AllocationSample sample = new(type, hasSize ? fields.Int64() : 0, amount, place);
        if (!fields.IsShort)
            handler(new EventOrigin(at), sample);
    }

    private void Sampled(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        AllocationPlace place = (AllocationPlace)fields.Int32();
        fields.UInt16();
        fields.Pointer();
        ReadOnlySpan<char> type = fields.Text();
        fields.Pointer();
        long size = fields.Int64();
        // An object of this size is hit with the probability below: it stands for that many bytes of its like.
        double bytes = size == 0 ? 0 : size / (1 - Math.Exp(-size / MeanDistance));
        if (!fields.IsShort)
            handler(new EventOrigin(at), new AllocationSample(type, size, bytes, place));
    }
}
