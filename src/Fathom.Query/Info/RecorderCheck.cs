using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Info;

/// <summary>How far a recording of our own can be trusted, measured by what it holds: what the recorder used itself, and where two sources tell the same.</summary>
/// <param name="session">A session with the recording alone.</param>
/// <param name="stop">Interrupts a query.</param>
internal sealed class RecorderCheck(QuerySession session, CancellationToken stop)
{
    // Beyond this a reader should think of it.
    private const double MostPercent = 2;

    // Samples come once a millisecond: below this they tell too little of one thread.
    private const long LeastRunningNs = 1_000_000_000;

    private const double NsPerMs = 1e6;
    private const double NsPerUs = 1e3;
    private const double Nearly = 0.99;

    /// <summary>The facts; those that the recording has.</summary>
    public IEnumerable<(string Fact, string? Value)> Facts() => OwnUse().Concat(Sampled()).Concat(ClockFit());

    private IEnumerable<(string, string?)> OwnUse()
    {
        TableRow use = Rows("time/own-use").Single();
        if (Parsed(use.Text("cpu_ns")) is not { } used || Parsed(use.Text("run_ns")) is not { } run || run == 0)
            yield break;
        double percent = 100.0 * used / run;
        yield return ("recorder_use", string.Create(CultureInfo.InvariantCulture, $"{used / NsPerMs:0.0} ms on a processor, {percent:0.0} % of one{Beyond(percent)}"));
    }

    private IEnumerable<(string, string?)> Sampled()
    {
        TableRow[] threads = Rows("time/sampled-running");
        long running = threads.Sum(static thread => thread.Number("running_ns") ?? 0), sampled = threads.Sum(static thread => thread.Number("sampled_ns") ?? 0);
        if (running < LeastRunningNs)
            yield break;
        yield return ("sampled_cpu", $"{Of(sampled, running)} of the time on processors that the kernel's switches tell{Beyond(Apart(sampled, running))}");
        TableRow? worst = threads.Where(static thread => thread.Number("running_ns") >= LeastRunningNs)
            .MaxBy(static thread => Apart(thread.Number("sampled_ns") ?? 0, thread.Number("running_ns") ?? 1));
        if (worst is null)
            yield break;
        (long worstSampled, long worstRunning) = (worst.Number("sampled_ns") ?? 0, worst.Number("running_ns") ?? 1);
        yield return ("sampled_cpu farthest", string.Create(
            CultureInfo.InvariantCulture,
            $"{Of(worstSampled, worstRunning)} of {worst.Text("process")} {worst.Text("thread")} ({worst.Number("tid")}){Beyond(Apart(worstSampled, worstRunning))}"));
    }

    private IEnumerable<(string, string?)> ClockFit()
    {
        long[] distances = [.. Rows("time/clock-fit").Select(static row => row.Number("distance_ns") ?? 0)];
        if (distances.Length == 0)
            yield break;
        double within = 100.0 * distances.Count(static distance => distance == 0) / distances.Length;
        double far = distances[(int)Math.Ceiling((distances.Length - 1) * Nearly)] / NsPerUs;
        yield return ("clock_fit", string.Create(
            CultureInfo.InvariantCulture,
            $"{within:0.0} % of {distances.Length} events of runtimes lie where the kernel has their thread on a processor, 99 % within {far:0.0} us of it{Beyond(100 - within)}"));
    }

    private static long? Parsed(string? text) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value) ? value : null;

    private TableRow[] Rows(string query) => [.. TableRow.All(session.Run(query, stop, QueryParameter.Of("rec", 0)))];

    private static double Apart(long sampled, long running) => Math.Abs(100.0 * (sampled - running) / running);

    private static string Of(long sampled, long running) => string.Create(CultureInfo.InvariantCulture, $"samples are {100.0 * sampled / running:0.0} %");

    private static string Beyond(double percent) => percent > MostPercent ? string.Create(CultureInfo.InvariantCulture, $" (more than {MostPercent} %)") : "";
}
