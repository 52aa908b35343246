using System.Diagnostics;
using System.Globalization;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>
/// How long the published tool takes from start to end, and the single file of the package where FATHOM_PACKAGED names it, beside a .NET program that does
/// nothing. The programs run in turn, so that a disturbance meets all of them; the time of <c>/bin/true</c> shows how much of each figure is the starting of
/// a process itself.
/// </summary>
internal static class StartupBench
{
    private const int Runs = 40;
    private const int ShortRuns = 15;
    private const int WarmUps = 3;
    private const int MostHeapMs = 250;

    /// <summary>Measures and compares. FATHOM_EXE and FATHOM_EMPTY name the two programs.</summary>
    public static int Run(BenchOptions options)
    {
        string tool = Named("FATHOM_EXE");
        StartupCase baseline = new("empty .NET program", Named("FATHOM_EMPTY"), [], null);
        // Few runs on a machine that does other things too say less; the short form only notices when something has gone badly wrong.
        double slack = options.Short ? 1.6 : 1;
        string? packaged = Environment.GetEnvironmentVariable("FATHOM_PACKAGED");
        using SmallTarget? target = packaged is null ? null : SmallTarget.Start(Named("FATHOM_SMALL"));
        StartupCase[] cases =
        [
            new("/bin/true", "/bin/true", [], null),
            baseline,
            new("fathom --version", tool, ["--version"], 2.5 * slack),
            new("fathom sql 'select 1'", tool, ["sql", "select 1"], 4 * slack),
            .. target is null ? [] : Packaged(Named("FATHOM_PACKAGED"), target, slack),
        ];
        int runs = options.Short ? ShortRuns : Runs;
        for (int run = -WarmUps; run < runs; run++)
        {
            foreach (StartupCase one in cases)
                one.Run(keep: run >= 0);
        }

        options.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"start to end, medians of {runs} runs in turn"));
        bool allKept = true;
        foreach (StartupCase one in cases)
            allKept &= Report(one, baseline, options.Output);
        if (target is not null)
        {
            double heapMs = cases[^1].MedianMs;
            bool kept = heapMs <= MostHeapMs * slack;
            allKept &= kept;
            options.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  a heap in {heapMs:0} ms, at most {MostHeapMs * slack:0}: {(kept ? "kept" : "MISSED")}"));
        }

        return options.ExitCode(allKept);
    }

    private static StartupCase[] Packaged(string file, SmallTarget target, double slack) =>
    [
        new("package: --version", file, ["--version"], 2 * slack),
        new("package: sql 'select 1'", file, ["sql", "select 1"], 3 * slack),
        new("package: heap PID", file, ["heap", target.ProcessId], null),
    ];

    private static bool Report(StartupCase one, StartupCase baseline, TextWriter output)
    {
        double ratio = one.MedianMs / baseline.MedianMs;
        bool kept = one.Limit is not { } limit || ratio <= limit;
        string verdict = one.Limit is { } most
            ? string.Create(CultureInfo.InvariantCulture, $"{ratio,6:0.00} times   at most {most:0.0}: {(kept ? "kept" : "MISSED")}")
            : "";
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {one.Name,-26}{one.MedianMs,7:0.0} ms {verdict}").TrimEnd());
        return kept;
    }

    private static string Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } path && File.Exists(path)
            ? path
            : throw new InvalidOperationException($"{variable} names no program. Start the benchmark with bench/startup.");

    // A program that waits, so that a heap can be read of it.
    private sealed class SmallTarget(Process process) : IDisposable
    {
        public string ProcessId { get; } = process.Id.ToString(CultureInfo.InvariantCulture);

        public static SmallTarget Start(string program)
        {
            Process process = Process.Start(new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
            process.StandardOutput.ReadLine();
            return new SmallTarget(process);
        }

        public void Dispose()
        {
            process.StandardInput.Close();
            process.WaitForExit();
            process.Dispose();
        }
    }

    private sealed record StartupCase(string Name, string Program, string[] Arguments, double? Limit)
    {
        private readonly List<double> _milliseconds = [];

        public double MedianMs => Median.Of(_milliseconds);

        public void Run(bool keep)
        {
            ProcessStartInfo start = new(Program, Arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
            long begin = Stopwatch.GetTimestamp();
            using Process process = Process.Start(start)!;
            process.WaitForExit();
            double milliseconds = Stopwatch.GetElapsedTime(begin).TotalMilliseconds;
            if (process.ExitCode != 0)
                throw new InvalidOperationException($"'{Name}' ended with {process.ExitCode}: {process.StandardError.ReadToEnd()}");
            if (keep)
                _milliseconds.Add(milliseconds);
        }
    }
}
