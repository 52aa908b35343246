using System.Globalization;
using Fathom.Bench.Measuring;
using Fathom.Bench.Pausing;

namespace Fathom.Bench.Areas;

/// <summary>
/// The pause that is said before a stop beside the one that is taken: each verb that stops a program whose threads wait, by their number and by runtime. FATHOM_EXE names the tool,
/// FATHOM_PAUSE_TARGETS a folder with the program for further runtimes, as <c>eng/bench</c> makes it.
/// </summary>
internal static class PausesBench
{
    private const int Runs = 3;
    private const int FewRuns = 2;
    private const int ManyThreads = 1_000;
    private const double LeastShare = 0.9;

    // A machine that does other things changes its mind between the rehearsal and the stop.
    private const double LeastShareShort = 0.5;
    private const double NsPerMs = 1e6;

    private static readonly string[] s_verbs = ["dump", "stacks", "stacks locks"];

    public static int Run(BenchOptions options)
    {
        string tool = Environment.GetEnvironmentVariable("FATHOM_EXE") is { Length: > 0 } path && File.Exists(path)
            ? path
            : throw new InvalidOperationException("FATHOM_EXE names no program. Start the benchmark with bench/pauses.");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            return options.ExitCode(Measure(tool, folder.FullName, options));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool Measure(string tool, string folder, BenchOptions options)
    {
        Dictionary<string, List<PauseRun>> all = s_verbs.ToDictionary(static verb => verb, static _ => new List<PauseRun>());
        options.Output.WriteLine(Row("runtime", "threads", "verb", "said ms", "taken ms", "seen ms", "within a factor of 2"));
        foreach ((string runtime, IReadOnlyList<string> command) in Targets(options))
        {
            foreach (int threads in options.Short ? [16, 100] : (int[])[16, 100, ManyThreads])
            {
                int count = options.Short || threads == ManyThreads ? FewRuns : Runs;
                using PausedProgram program = PausedProgram.Start(command, threads);
                foreach (string verb in s_verbs)
                {
                    PauseRun[] runs = [.. Enumerable.Range(0, count).Select(_ => PauseRun.Of(tool, program, verb.Split(' '), folder))];
                    all[verb].AddRange(runs);
                    options.Output.WriteLine(Row(
                        runtime, threads.ToString(CultureInfo.InvariantCulture), verb,
                        Middle(runs, static run => run.SaidNs), Middle(runs, static run => run.TakenNs), Middle(runs, static run => run.SeenNs),
                        string.Create(CultureInfo.InvariantCulture, $"{runs.Count(static run => run.Fits)} of {runs.Length}")));
                }
            }
        }

        Comparison comparison = new(options.Output);
        foreach ((string verb, List<PauseRun> runs) in all)
            comparison.AtLeast($"{verb}, said right", (double)runs.Count(static run => run.Fits) / runs.Count, options.Short ? LeastShareShort : LeastShare, "of the runs");
        return comparison.AllKept;
    }

    // That of this runtime is this program again.
    private static IEnumerable<(string Runtime, IReadOnlyList<string> Command)> Targets(BenchOptions options)
    {
        if (!options.Short && Environment.GetEnvironmentVariable("FATHOM_PAUSE_TARGETS") is { Length: > 0 } folder && Directory.Exists(folder))
        {
            foreach (string each in Directory.GetDirectories(folder).Order(StringComparer.Ordinal))
                yield return (Path.GetFileName(each), [Path.Combine(each, "PausedTarget")]);
        }

        yield return ("net10.0", [Environment.ProcessPath!, "pause-target"]);
    }

    private static string Middle(IEnumerable<PauseRun> runs, Func<PauseRun, double> value) =>
        (Median.Of(runs.Select(value)) / NsPerMs).ToString("0.0", CultureInfo.InvariantCulture);

    private static string Row(params ReadOnlySpan<string> cells) =>
        string.Create(CultureInfo.InvariantCulture, $"  {cells[0],-9}{cells[1],7}  {cells[2],-13}{cells[3],10}{cells[4],10}{cells[5],10}  {cells[6]}");
}
