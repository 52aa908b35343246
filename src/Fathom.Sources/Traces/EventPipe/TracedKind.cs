using Fathom.Model.Tables;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>What becomes of the events of a kind.</summary>
/// <param name="Name">Provider and name.</param>
/// <param name="Cost">What they cost; events of one name share it.</param>
/// <param name="Reaction">Reads those that have a table of their own, or tell names; null for others.</param>
/// <param name="IsRow">Whether each is a row of the table of events.</param>
internal sealed record TracedKind(TextId Name, EventCost Cost, EventReaction? Reaction, bool IsRow);
