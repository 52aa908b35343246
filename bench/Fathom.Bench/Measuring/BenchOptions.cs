namespace Fathom.Bench.Measuring;

/// <summary>How a benchmark runs.</summary>
/// <param name="Check">Whether a missed limit makes the exit code 1.</param>
/// <param name="Short">Whether fewer repetitions are enough, as in CI.</param>
/// <param name="Output">Where the figures go.</param>
/// <param name="Keep">Whether the prices of this run are kept, to be compared with at the next one.</param>
internal sealed record BenchOptions(bool Check, bool Short, TextWriter Output, bool Keep = false)
{
    /// <summary>The exit code: 1 where <see cref="Check"/> is on and a limit was missed.</summary>
    public int ExitCode(bool allKept) => allKept || !Check ? 0 : 1;
}
