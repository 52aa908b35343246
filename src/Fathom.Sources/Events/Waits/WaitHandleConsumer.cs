using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Waits;

/// <summary>
/// Waits of managed threads for handles, of .NET 9 and later. They are told at level verbose only: with another consumer of the runtime in the same session, that
/// one gets its verbose events too. The end of a thread's wait is that of the last one which it began.
/// </summary>
/// <param name="handler">Is told of begins and ends.</param>
public sealed class WaitHandleConsumer(EventHandling<WaitHandleWait> handler) : EventConsumer
{
    private const int StartId = 301;
    private const int StopId = 302;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } = [new(EventProvider.Runtime, RuntimeKeywords.WaitHandle, EventLevel.Verbose)];

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != EventProvider.Runtime ? null : metadata.EventId switch
    {
        StartId => Start,
        StopId => Stop,
        _ => null,
    };

    private void Start(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        WaitHandleWait value = new(IsEnd: false, (WaitHandleSource)fields.Byte());
        fields.Pointer();
        if (!fields.IsShort)
            handler(new EventOrigin(at), value);
    }

    private void Stop(in NetTraceEvent at) => handler(new EventOrigin(at), new WaitHandleWait(IsEnd: true, WaitHandleSource.Unknown));
}
