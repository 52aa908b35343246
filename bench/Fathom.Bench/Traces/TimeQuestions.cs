using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Traces;

/// <summary>The first rows of <c>cpu</c> and <c>waits</c> of a long recording: whole runs of the published tool. FATHOM_BENCH_TIMES names a folder that keeps the recording for the next run.</summary>
internal static class TimeQuestions
{
    private const int Samples = 10_000_000;
    private const int Waits = 2_000_000;
    private const int ShortPart = 10;
    private const double MostSecondsOfCpu = 0.5;

    /// <summary>Measures, and compares with the limit.</summary>
    /// <param name="comparison">Gets the figures.</param>
    /// <param name="isShort">Whether a smaller recording is enough.</param>
    /// <param name="folder">Room for files.</param>
    public static void Measure(Comparison comparison, bool isShort, string folder)
    {
        string tool = Environment.GetEnvironmentVariable("FATHOM_EXE") ?? throw new InvalidOperationException("FATHOM_EXE names no program. Start the benchmark with bench/traces.");
        int samples = isShort ? Samples / ShortPart : Samples, waits = isShort ? Waits / ShortPart : Waits;
        string recording = Path.Combine(Environment.GetEnvironmentVariable("FATHOM_BENCH_TIMES") ?? folder, FormattableString.Invariant($"times-{samples}.fathom"));
        if (!Directory.Exists(recording))
        {
            (double depth, TimeSpan adding) = LongTimes.Write(recording, samples, waits);
            comparison.Say("frames of a stack", depth, "");
            comparison.Say("adding up by method", adding.TotalSeconds, "s");
        }

        int runs = isShort ? 3 : 5;
        List<TimeSpan> cpu = Runs(tool, runs, "cpu", recording, "--top", "20");
        comparison.AtMost(FormattableString.Invariant($"cpu --top 20, {samples / 1e6:0.#} M samples"), Median.Of(cpu.Select(static time => time.TotalSeconds)), MostSecondsOfCpu, "s");
        comparison.Noise(cpu);
        List<TimeSpan> wait = Runs(tool, runs, "waits", recording, "--top", "20");
        comparison.Say(FormattableString.Invariant($"waits --top 20, {waits / 1e6:0.#} M waits"), Median.Of(wait.Select(static time => time.TotalSeconds)), "s");
        comparison.Noise(wait);
        comparison.Say("  resident", ToolRun.Of(tool, "waits", recording, "--top", "20").PeakResidentBytes / 1048576.0, "MiB");
    }

    // The first run brings the files into memory.
    private static List<TimeSpan> Runs(string tool, int count, params string[] args) => [.. Enumerable.Range(0, count + 1).Select(_ => ToolRun.TimeOf(tool, args)).Skip(1)];
}
