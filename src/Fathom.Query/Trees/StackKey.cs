namespace Fathom.Query.Trees;

/// <summary>What tells a stack of a recording from the others.</summary>
/// <param name="Process">Number of its process in the recording.</param>
/// <param name="Stack">Number of the stack; 0 for none.</param>
/// <param name="Beside">Number of the one that is known beside it; 0 for none.</param>
/// <param name="IsCollection">Whether it stands for pauses of all threads.</param>
internal readonly record struct StackKey(long Process, uint Stack, uint Beside, bool IsCollection);
