namespace Fathom.Storage.Stacks;

/// <summary>Samples of a stack, all of them together.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="StackId">The stack.</param>
/// <param name="WeightNs">Time that they stand for; null where they do not tell.</param>
/// <param name="SampleCount">How many.</param>
public readonly record struct StackSamples(uint ProcessId, uint StackId, long? WeightNs, long SampleCount);
