namespace Fathom.Model.Trees;

/// <summary>A stack of a process with what is known of it.</summary>
/// <param name="Process">Position of the process in <see cref="StackProfile.Processes"/>.</param>
/// <param name="Start">Where its outermost frame stands in <see cref="StackProfile.Frames"/>.</param>
/// <param name="Length">How many frames it has.</param>
/// <param name="Base">How many of them, from the outermost on, are native and lead to managed code: how the system begins a thread.</param>
/// <param name="Weight">Nanoseconds or bytes; 0 where the samples do not tell any.</param>
/// <param name="HasWeight">Whether the samples tell a weight.</param>
/// <param name="Count">Samples or waits.</param>
public readonly record struct StackWeight(int Process, int Start, int Length, int Base, double Weight, bool HasWeight, long Count);
