namespace Fathom.Formats.NetTrace;

/// <summary>Stacks with numbers that follow each other.</summary>
/// <param name="FirstId">Number of the first.</param>
/// <param name="Index">Its index in the table.</param>
internal readonly record struct StackRun(uint FirstId, int Index);
