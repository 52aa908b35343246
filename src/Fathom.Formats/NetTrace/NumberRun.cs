namespace Fathom.Formats.NetTrace;

/// <summary>Pieces with numbers that follow each other.</summary>
/// <param name="FirstId">Number of the first.</param>
/// <param name="Index">Its index among all.</param>
internal readonly record struct NumberRun(uint FirstId, int Index);
