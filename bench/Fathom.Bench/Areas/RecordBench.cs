using Fathom.Bench.Measuring;
using Fathom.Bench.Recording;
using Fathom.Bench.Recording.Prices;
using Fathom.Model.Statistics;
using Median = Fathom.Bench.Measuring.Median;

namespace Fathom.Bench.Areas;

/// <summary>
/// What a recording costs the program that is recorded: its CPU time per request at constant load or with one client that asks again at once, in turns recorded and not, so that what else the
/// machine does falls out of their ratio; and what one of perf costs that has the same events. FATHOM_EXE names the tool, FATHOM_WEB_SAMPLE the program.
/// </summary>
internal static class RecordBench
{
    private const int Clients = 8;
    private const double MaxPercent = 8;
    private const double MaxKernelPercent = 3;
    private const double NsPerMicrosecond = 1e3;

    private static readonly (string Name, string[]? Options, double? MaxPercent)[] s_profiles =
    [
        ("default profile", [], MaxPercent), ("without runtime events", ["--no-runtime-events"], MaxKernelPercent), ("perf record", null, null),
    ];

    // One client that asks for much work and little answer, again at once, keeps a processor busy: what a request costs differs by one percent from round to round. Requests per second that use a few
    // percent of two processors let these idle in between, and differ by ten.
    private static readonly LoadSize[] s_sizes =
    [
        new("/summary/400000", null), new("", 500), new("/page/250", 250), new("/page/500", 200), new("/page/4000", 50), new("/page/20000", 12),
    ];

    /// <summary>Measures what requests cost.</summary>
    /// <param name="options">How.</param>
    /// <param name="only">The one kind of request, by the end of its address; null for all.</param>
    public static int Run(BenchOptions options, string? only)
    {
        string tool = BenchPaths.File("FATHOM_EXE"), program = BenchPaths.File("FATHOM_WEB_SAMPLE");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            Comparison comparison = new(options.Output);
            PriceRun prices = new(options);
            foreach (LoadSize size in options.Short && only is null ? s_sizes[..1] : s_sizes.Where(size => only is null || size.What == only))
            {
                foreach ((string name, string[]? profile, double? most) in s_profiles)
                {
                    Measure(comparison, prices, name, most, size, (server, load) => Rounds(server, load, () => Start(server.Pid), options), program, options);

                    RunningRecorder Start(int pid) => profile is null ? RunningRecorder.Perf(folder.FullName) : RunningRecorder.Fathom(tool, folder.FullName, pid, profile);
                }
            }

            return options.ExitCode(prices.End() & comparison.AllKept);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static void Measure(
        Comparison comparison,
        PriceRun prices,
        string name,
        double? most,
        LoadSize size,
        Func<WebServer, SteadyLoad, List<(RequestCost Plain, RequestCost Recorded)>> rounds,
        string program,
        BenchOptions options)
    {
        using WebServer server = WebServer.Start(program);
        using SteadyLoad load = new(server.Address, size.PerSecond is null ? 1 : Clients, size.PerSecond, size.What);
        // Until what it needs is compiled in its last tier.
        Thread.Sleep(options.Short ? 5_000 : 20_000);
        List<(RequestCost Plain, RequestCost Recorded)> costs = rounds(server, load);
        Estimate more = PairedCost.Percent([.. costs.Select(static cost => cost.Recorded.EachNs / cost.Plain.EachNs)]);
        string rate = size.PerSecond is { } perSecond ? $"{perSecond} a second" : "one after the other";
        comparison.Say($"{name}, /orders/ID{size.What}, {rate}, requests", costs.Sum(static cost => cost.Plain.Answers + cost.Recorded.Answers), "");
        comparison.Say("  CPU of a request, not recorded", Median.Of(costs.Select(static cost => cost.Plain.EachNs)) / NsPerMicrosecond, "µs");
        comparison.Say("  CPU of a request, recorded", Median.Of(costs.Select(static cost => cost.Recorded.EachNs)) / NsPerMicrosecond, "µs");
        comparison.Say("  CPU of the recorder, each request", Median.Of(costs.Select(static cost => cost.Recorded.RecorderCpuNs / cost.Recorded.Answers)) / NsPerMicrosecond, "µs");
        prices.Add(new Price($"{name}: a request of /orders/ID{size.What}, {rate}", "% more CPU", costs.Count, more));
        comparison.Say("  more CPU while recorded, mean", more.Median, "%");
        comparison.Say("  lower bound (95 %)", more.Low, "%");
        if (most is { } limit)
            comparison.AtMost("  upper bound (95 %)", more.High, limit, "%");
        else
            comparison.Say("  upper bound (95 %)", more.High, "%");
    }

    private static List<(RequestCost Plain, RequestCost Recorded)> Rounds(WebServer server, SteadyLoad load, Func<RunningRecorder> record, BenchOptions options)
    {
        TimeSpan length = TimeSpan.FromSeconds(options.Short ? 2 : 5);
        return PairedRounds.Of(options.Short ? 3 : 20, () => Cost(server, load, length, null), Recorded);

        RequestCost Recorded()
        {
            RequestCost recorded;
            using (RunningRecorder recorder = record())
            {
                // In its first seconds the runtime of the recorder compiles what is called often once more, which is no cost of recording.
                Thread.Sleep(4_000);
                recorded = Cost(server, load, length, recorder);
            }

            Thread.Sleep(1_000);
            return recorded;
        }
    }

    private static RequestCost Cost(WebServer server, SteadyLoad load, TimeSpan length, RunningRecorder? recorder)
    {
        (long answers, double cpu, double own) = (load.Answers, server.CpuNs, recorder?.CpuNs ?? 0);
        Thread.Sleep(length);
        return new RequestCost(load.Answers - answers, server.CpuNs - cpu, (recorder?.CpuNs ?? 0) - own);
    }

    private readonly record struct LoadSize(string What, int? PerSecond);
}
