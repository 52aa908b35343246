namespace Fathom.Model.Trees;

/// <summary>What was measured on a stack, in a thread, within a slice of time.</summary>
/// <param name="Stack">Position of the stack.</param>
/// <param name="Thread">Position of the thread.</param>
/// <param name="Slice">Number of the slice: 0 is the first.</param>
/// <param name="Weight">Nanoseconds or bytes; 0 where the samples do not tell any.</param>
/// <param name="Count">Samples, or waits that began.</param>
public readonly record struct StackCell(int Stack, int Thread, int Slice, double Weight, long Count);
