namespace Fathom.Sources.Events;

/// <summary>A garbage collection is over.</summary>
/// <param name="Number">Counts the collections of the process.</param>
/// <param name="Generation">0, 1 or 2: the oldest generation that it collected.</param>
public readonly record struct GcEnded(int Number, int Generation);
