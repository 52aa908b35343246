namespace Fathom.Sources.Events;

/// <summary>A garbage collection begins.</summary>
/// <param name="Number">Counts the collections of the process.</param>
/// <param name="Generation">0, 1 or 2: the oldest generation that it collects.</param>
/// <param name="Reason">Why.</param>
/// <param name="Kind">How.</param>
public readonly record struct GcStarted(int Number, int Generation, GcReason Reason, GcKind Kind);
