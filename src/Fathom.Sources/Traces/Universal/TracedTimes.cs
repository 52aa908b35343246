namespace Fathom.Sources.Traces.Universal;

/// <summary>Which times are taken from a stream of events; where another trace tells them, they are events as all others.</summary>
/// <param name="CountsSamples">Whether samples stand for processor time.</param>
/// <param name="CountsSwitches">Whether switches tell waits.</param>
internal readonly record struct TracedTimes(bool CountsSamples, bool CountsSwitches);
