using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A table that some events of a runtime fill.</summary>
internal abstract class EventTable
{
    /// <summary>Reads its events.</summary>
    public abstract EventConsumer Consumer { get; }

    /// <summary>Ends without a begin in the trace, of which no row can be made; they are in the table of events.</summary>
    public long Unmatched { get; protected set; }

    /// <summary>The stream ended: writes what is still open, and hands on what is left.</summary>
    public abstract void End();
}
