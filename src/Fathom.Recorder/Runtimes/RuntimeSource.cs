namespace Fathom.Recorder.Runtimes;

/// <summary>What was recorded of the runtime of a process.</summary>
/// <param name="ProcessId">Number of the process (pid) in our PID namespace.</param>
/// <param name="InnerProcessId">Its number as it knows itself, and as its events tell it.</param>
/// <param name="Path">The file.</param>
/// <param name="StartNs">When its events were on, in ns of CLOCK_MONOTONIC.</param>
/// <param name="StopNs">When it was asked to end them, or its stream ended, in ns of CLOCK_MONOTONIC.</param>
/// <param name="Bytes">Bytes in the file.</param>
/// <param name="UnwrittenBytes">Bytes that came and could not be written. What the runtime itself had no room for is told in the file.</param>
public sealed record RuntimeSource(int ProcessId, int InnerProcessId, string Path, long StartNs, long StopNs, long Bytes, long UnwrittenBytes)
{
    /// <summary>What a second session, without stacks, recorded; null where there was none.</summary>
    public RuntimeSource? Beside { get; init; }

    /// <summary>Whether the process ended before it was asked.</summary>
    public bool EndedByItself { get; init; }

    /// <summary>Whether the runtime is older than .NET 10: events at level verbose are missing.</summary>
    public bool IsReduced { get; init; }

    /// <summary>Why the end of the stream, with the names of methods, is not whole, in one sentence; null where it is.</summary>
    public string? Problem { get; init; }
}
