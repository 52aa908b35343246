using Fathom.Bench.Measuring;
using Fathom.Bench.Recording;
using Fathom.Bench.Recording.Prices;
using Fathom.Model.Statistics;

namespace Fathom.Bench.Areas;

/// <summary>
/// What a single event of the kernel costs whoever causes it: a wait (with its switches and its waking) and a sample, while the tool
/// records, while perf records the same events, and while nobody does, in turns. FATHOM_EXE names the tool.
/// </summary>
internal static class EventPricesBench
{
    private const int SettleMs = 4_000;
    private const int SamplesPerSecond = 999;
    private const double NsPerSecond = 1e9;

    public static int Run(BenchOptions options)
    {
        string tool = BenchPaths.File("FATHOM_EXE");
        (int rounds, int turns, int loop) = options.Short ? (3, 20_000, 300_000_000) : (8, 50_000, 1_000_000_000);
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        PriceRun prices = new(options);
        try
        {
            using EventTarget target = new();
            target.WaitNs(turns);
            EventTarget.LoopNs(loop);
            foreach ((string name, Func<RunningRecorder> start) in (IReadOnlyList<(string, Func<RunningRecorder>)>)
                [
                    ("default profile", () => Fathom()),
                    ("without runtime events", () => Fathom("--no-runtime-events")),
                    ("perf record", () => RunningRecorder.Perf(folder.FullName)),
                ])
            {
                List<((double WaitNs, double LoopNs) Plain, (double WaitNs, double LoopNs) Recorded)> all = PairedRounds.Of(rounds, Plain, Recorded);
                double[] waits = [.. all.Select(static one => one.Recorded.WaitNs - one.Plain.WaitNs)];
                double[] samples =
                    [.. all.Select(static one => (one.Recorded.LoopNs - one.Plain.LoopNs) / (one.Recorded.LoopNs / NsPerSecond * SamplesPerSecond))];
                Tell($"{name}: a wait", waits);
                Tell($"{name}: a sample", samples);

                (double WaitNs, double LoopNs) Plain() => (target.WaitNs(turns), EventTarget.LoopNs(loop));

                (double WaitNs, double LoopNs) Recorded()
                {
                    using RunningRecorder recorder = start();
                    Thread.Sleep(SettleMs);
                    return Plain();
                }
            }

            return options.ExitCode(prices.End());

            void Tell(string what, double[] figures)
            {
                Estimate each = PairedDifference.Of(figures);
                prices.Add(new Price(what, "ns", rounds, each));
                options.Output.WriteLine(FormattableString.Invariant($"  {what,-36}{each.Median,8:0} ns ({each.Low:0} to {each.High:0})"));
            }

            RunningRecorder Fathom(params string[] profile) => RunningRecorder.Fathom(tool, folder.FullName, Environment.ProcessId, profile);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
