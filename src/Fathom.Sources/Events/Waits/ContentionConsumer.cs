using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Waits;

/// <summary>Threads that want a lock which another one has: Monitor and Lock. The end of a thread's wait is that of the last one which it began.</summary>
public sealed class ContentionConsumer : EventConsumer
{
    private const int StartId = 81;
    private const int StopId = 91;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } = [new(EventProvider.Runtime, RuntimeKeywords.Contention, EventLevel.Informational)];

    /// <summary>A thread begins to wait.</summary>
    public EventHandling<ContentionStarted>? OnStart { get; init; }

    /// <summary>A thread has the lock, or has given up.</summary>
    public EventHandling<ContentionEnded>? OnEnd { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != EventProvider.Runtime ? null : metadata.EventId switch
    {
        StartId => OnStart is null ? null : metadata.Version >= 2 ? StartWithLock : Start,
        StopId => OnEnd is null ? null : metadata.Version >= 1 ? EndWithTime : End,
        _ => null,
    };

    private void Start(in NetTraceEvent at) => Start(at, hasLock: false);

    private void StartWithLock(in NetTraceEvent at) => Start(at, hasLock: true);

    private void End(in NetTraceEvent at) => End(at, hasTime: false);

    private void EndWithTime(in NetTraceEvent at) => End(at, hasTime: true);

    private void Start(in NetTraceEvent at, bool hasLock)
    {
        PayloadReader fields = at.Fields();
        bool isNative = fields.Byte() != 0;
        fields.UInt16();
        ulong lockId = 0, owner = 0;
        if (hasLock)
        {
            lockId = fields.Pointer();
            fields.Pointer();
            owner = fields.UInt64();
        }

        if (!fields.IsShort)
            OnStart!(new EventOrigin(at), new ContentionStarted(isNative, lockId == 0 ? null : lockId, owner is 0 or > int.MaxValue ? null : (int)owner));
    }

    private void End(in NetTraceEvent at, bool hasTime)
    {
        PayloadReader fields = at.Fields();
        bool isNative = fields.Byte() != 0;
        fields.UInt16();
        double ns = hasTime ? fields.Double() : double.NaN;
        if (!fields.IsShort)
            OnEnd!(new EventOrigin(at), new ContentionEnded(isNative, ns is >= 0 and <= ContentionEnded.MostNs ? (long)ns : null));
    }
}
