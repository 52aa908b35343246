using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events.Sessions;

/// <summary>Reads an event and tells a handler.</summary>
internal delegate void EventReaction(in NetTraceEvent at);
