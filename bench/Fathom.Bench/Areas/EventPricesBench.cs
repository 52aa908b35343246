using Fathom.Bench.Measuring;
using Fathom.Bench.Recording;
using Fathom.Bench.Recording.Prices;

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
                    ("default profile", () => RunningRecorder.Fathom(tool, folder.FullName, Environment.ProcessId, [])),
                    ("without runtime events", () => RunningRecorder.Fathom(tool, folder.FullName, Environment.ProcessId, ["--no-runtime-events"])),
                    ("perf record", () => RunningRecorder.Perf(folder.FullName)),
                ])
            {
                List<double> waits = [], samples = [];
                for (int round = 0; round < rounds; round++)
                {
                    bool isPlainFirst = round % 2 == 0;
                    (double WaitNs, double LoopNs) first = isPlainFirst ? Plain() : Recorded(), second = isPlainFirst ? Recorded() : Plain();
                    (var plain, var recorded) = isPlainFirst ? (first, second) : (second, first);
                    waits.Add(recorded.WaitNs - plain.WaitNs);
                    samples.Add((recorded.LoopNs - plain.LoopNs) / (recorded.LoopNs / NsPerSecond * SamplesPerSecond));
                }

                prices.Add(new Price($"{name}: a wait", "ns", rounds, PairedDifference.Of(waits)));
                prices.Add(new Price($"{name}: a sample", "ns", rounds, PairedDifference.Of(samples)));

                (double WaitNs, double LoopNs) Plain() => (target.WaitNs(turns), EventTarget.LoopNs(loop));

                (double WaitNs, double LoopNs) Recorded()
                {
                    using RunningRecorder recorder = start();
                    Thread.Sleep(SettleMs);
                    return Plain();
                }
            }

            return options.ExitCode(prices.End());
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
