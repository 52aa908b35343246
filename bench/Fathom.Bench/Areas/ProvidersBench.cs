using System.Globalization;
using Fathom.Bench.Measuring;
using Fathom.Bench.Recording;
using Fathom.Bench.Recording.Prices;
using Fathom.Model.Statistics;
using Fathom.Recorder.Runtimes;
using Fathom.Sources.Events.Requests;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Bench.Areas;

/// <summary>
/// What each kind of runtime event of the default profile costs the program: CPU time of a request while a session has this kind only, and while nothing is recorded, in turns. No events of the kernel
/// are recorded. FATHOM_WEB_SAMPLE names the program.
/// </summary>
internal static class ProvidersBench
{
    private const int SettleMs = 8_000;
    private const int StartMs = 500;

    // Each asked for again at once, so that a processor is busy: rates that let it idle differ by a tenth from round to round.
    private static readonly string[] s_requests = ["", "/summary/400000"];

    // 100 to 200 µs.
    private const string ShortSummary = "/summary/600";

    public static int Run(BenchOptions options)
    {
        string web = BenchPaths.File("FATHOM_WEB_SAMPLE");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        PriceRun prices = new(options);
        try
        {
            foreach (string request in (string[])[ShortSummary, .. options.Short ? s_requests[..1] : s_requests])
            {
                using WebServer server = WebServer.Start(web);
                using SteadyLoad load = new(server.Address, 1, null, request);
                Thread.Sleep(SettleMs);
                Measure("requests of Kestrel", ServedRequestConsumer.Asked, []);
                Measure("requests of Kestrel, without stacks", [.. DefaultProviders.All.Skip(1)], ServedRequestConsumer.Asked);
                if (request == ShortSummary)
                    continue;
                Measure("all of the default profile", DefaultProviders.All, []);
                foreach ((string name, ulong keyword) in DefaultProviders.RuntimeKeywords)
                    Measure(string.Create(CultureInfo.InvariantCulture, $"{name} (0x{keyword:x})"), [DefaultProviders.Runtime(keyword)], []);

                void Measure(string name, IReadOnlyList<EventProvider> providers, IReadOnlyList<EventProvider> withoutStacks)
                {
                    List<(double PlainNs, double RecordedNs)> rounds = PairedRounds.Of(options.Short ? 4 : 8, Plain, Recorded);
                    double plainNs = rounds.Average(static round => round.PlainNs);
                    Estimate more = PairedCost.Percent([.. rounds.Select(static round => round.RecordedNs / round.PlainNs)]);
                    prices.Add(new Price($"runtime events, {name}: a request of /orders/ID{request}", "% more CPU", rounds.Count, more));
                    string told = more.Low > 0 ? "" : ": cannot be told from none";
                    options.Output.WriteLine(string.Create(
                        CultureInfo.InvariantCulture,
                        $"  /orders/ID{request} {plainNs / 1e3:0.0} µs, {name,-34}{more.Median,6:0.0} % more ({more.Low:0.0} to {more.High:0.0}){told}"));

                    double Recorded() => RecordedAsync().GetAwaiter().GetResult();

                    async Task<double> RecordedAsync()
                    {
                        string files = Directory.CreateDirectory(Path.Combine(folder.FullName, "events")).FullName;
                        await using RuntimeRecorder recorder = new(new RuntimeRecorderOptions
                        {
                            Folder = files, Providers = providers, WithoutStacks = withoutStacks, NamesMethods = false, Follow = RuntimeFollow.None,
                        });
                        if (!await recorder.AttachAsync(server.Pid))
                            throw new InvalidOperationException($"The events of the web program are not on: {recorder.Problems.First().Sentence}");
                        await Task.Delay(StartMs);
                        double cost = Plain();
                        await recorder.StopAsync(TimeSpan.FromSeconds(10));
                        Directory.Delete(files, recursive: true);
                        return cost;
                    }
                }

                double Plain()
                {
                    (long answers, double cpu) = (load.Answers, server.CpuNs);
                    Thread.Sleep(options.Short ? 1_000 : 2_000);
                    return (server.CpuNs - cpu) / (load.Answers - answers);
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
