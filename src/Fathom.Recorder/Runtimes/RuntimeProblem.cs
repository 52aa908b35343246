namespace Fathom.Recorder.Runtimes;

/// <summary>A process whose runtime is not recorded, or not wholly.</summary>
/// <param name="ProcessId">Number of the process (pid).</param>
/// <param name="Sentence">Why.</param>
/// <param name="NextStep">What can be done; null for nothing.</param>
/// <param name="IsNative">Whether it certainly runs no .NET: nothing is missing of it.</param>
public sealed record RuntimeProblem(int ProcessId, string Sentence, string? NextStep, bool IsNative = false);
