namespace Fathom.Model.Traces;

/// <summary>A garbage collection with a long pause.</summary>
/// <param name="Process">The process.</param>
/// <param name="Number">Of the collection in its process.</param>
/// <param name="StartNs">Its begin, nanoseconds since the first time stamp of the trace.</param>
/// <param name="PauseNs">Nanoseconds in which all managed threads were stopped for it.</param>
/// <param name="Generation">The oldest one that it collected.</param>
/// <param name="Kind">Blocking, background, or blocking during background.</param>
/// <param name="Reason">Why.</param>
public sealed record LongPause(string Process, long Number, long StartNs, long PauseNs, long Generation, string Kind, string Reason);
