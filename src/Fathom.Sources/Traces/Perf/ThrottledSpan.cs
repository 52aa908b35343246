namespace Fathom.Sources.Traces.Perf;

/// <summary>A time in which the kernel sampled nothing by an event of a processor.</summary>
/// <param name="Event">Name of the event.</param>
/// <param name="Cpu">The processor; -1 where it is not known.</param>
/// <param name="FromNs">Begin, on the clock of the trace.</param>
/// <param name="ToNs">End.</param>
internal readonly record struct ThrottledSpan(string Event, int Cpu, long FromNs, long ToNs);
