using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A table that some events of a runtime fill. An end whose begin is not in the trace, and of which no row can be made, is left to the table of events.</summary>
internal abstract class EventTable
{
    /// <summary>Reads its events.</summary>
    public abstract EventConsumer Consumer { get; }

    /// <summary>The stream ended: writes what is still open, and hands on what is left.</summary>
    public abstract void End();
}
