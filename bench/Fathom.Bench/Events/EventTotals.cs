namespace Fathom.Bench.Events;

/// <summary>What two readers must agree on.</summary>
internal readonly record struct EventTotals(long Events, long PayloadBytes);
