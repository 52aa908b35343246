using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;
using Fathom.Bench.Serializers;

namespace Fathom.Bench.Areas;

/// <summary>
/// Whether the suite, BenchmarkDotNet and an own loop agree on what a write and a read take: six serializers, one data set. All three load the same built program
/// and call the same adapter with the same data and the same stream, in fresh processes with the same settings of the collector. In a round the three measure a
/// serializer one right after the other, and each round begins with another one, so that a machine that changes its speed changes it for all. FATHOM_EXE names the
/// tool, FATHOM_PROGRAMS where it builds the programs, FATHOM_PEERS the program of the other two.
/// </summary>
internal static class SerializerPeersBench
{
    private const int Rounds = 5;
    private const int ShortRounds = 2;
    private const int Objects = 1000;

    private const string Differences = """
          What differs in how they measure, and can move a ratio:
          - Warm-up. The suite runs both operations in turns until the runtime's events say that tiered compilation is at rest. BenchmarkDotNet warms one operation, for as long as its iterations
            show a trend, and then the other; the loop runs both for two seconds and looks at nothing. What is compiled with a profile of one operation may differ from what is
            compiled with that of both.
          - Collections. BenchmarkDotNet collects all generations before and after every iteration, the suite once before its first sample, the loop never. Who allocates large results pays for them in
            the iteration that they were made in, or in a later one.
          - Figures. All are medians of wall time: of 10 samples of 20 ms, of 15 to 30 iterations of 100 ms without the slow outliers and less the empty call, and of 21 batches of 50 ms.
          - A process compiles and places its code anew, so two processes of the same way differ too: the range of the ratios has that in it.
        """;

    private static readonly (string Name, string Assembly)[] s_serializers =
    [
        ("System.Text.Json", "SystemTextJson"),
        ("System.Text.Json (source generator)", "SystemTextJson.SourceGenerator"),
        ("Newtonsoft.Json", "Newtonsoft"),
        ("MemoryPack", "MemoryPack"),
        ("XmlSerializer", "Xml"),
        ("DataContractSerializer (binary)", "DataContract"),
    ];

    private static readonly string[] s_operations = ["serialize", "deserialize"];

    /// <summary>Measures and prints the table. Limits are kept where no median is further than 5 % from 1.</summary>
    /// <param name="options">How it runs.</param>
    /// <param name="caseName">What is written and read: bookshelf, telemetry.</param>
    public static int Run(BenchOptions options, string caseName)
    {
        string tool = Named("FATHOM_EXE"), programs = Named("FATHOM_PROGRAMS"), peers = Named("FATHOM_PEERS");
        int rounds = options.Short ? ShortRounds : Rounds;
        PeerTable table = new();
        long begin = Stopwatch.GetTimestamp();
        Suite(tool, s_serializers.Select(static one => one.Name), caseName, isShort: true);
        for (int round = 0; round < rounds; round++)
        {
            foreach ((string name, string assembly) in s_serializers)
            {
                for (int turn = 0; turn < PeerTable.Ways.Count; turn++)
                {
                    int way = (turn + round) % PeerTable.Ways.Count;
                    double[] times = way switch
                    {
                        0 => Suite(tool, [name], caseName, options.Short),
                        1 => Peer(peers, "benchmark-dot-net", programs, assembly, name, caseName, options.Short),
                        _ => Peer(peers, "own-loop", programs, assembly, name, caseName, options.Short),
                    };
                    for (int i = 0; i < s_operations.Length; i++)
                        table.Add(name, s_operations[i], way, times[i]);
                }
            }

            options.Output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  round {round + 1} of {rounds}: {Stopwatch.GetElapsedTime(begin).TotalMinutes:0.0} min, load {File.ReadAllText("/proc/loadavg").Split(' ')[0]} of {Environment.ProcessorCount}"));
        }

        options.Output.WriteLine($"  {caseName} with {Objects} objects, stream; ratios are medians of {rounds} rounds with their smallest and largest");
        table.Write(options.Output);
        options.Output.WriteLine(Differences);
        Comparison comparison = new(options.Output);
        string ofAll = $"of {s_serializers.Length * s_operations.Length * 2}";
        // Two rounds on any machine tell that it works, and no more.
        if (options.Short)
            comparison.Say("ratios beyond 5 %", table.Beyond, ofAll);
        else
            comparison.AtMost("ratios beyond 5 %", table.Beyond, 0, ofAll);
        return options.ExitCode(comparison.AllKept);
    }

    // One process, as one launch of the others; what it recorded comes back as JSON.
    private static double[] Suite(string tool, IEnumerable<string> names, string caseName, bool isShort)
    {
        string output = ToolRun.OutputOf(
            tool, "serializers", "--serializer", string.Join(',', names), "--case", caseName, "-n", Objects.ToString(CultureInfo.InvariantCulture), "--payload", "0", "--launches", "1",
            "--samples", isShort ? "3" : "10", "--format", "json");
        using JsonDocument answer = JsonDocument.Parse(output);
        JsonElement row = answer.RootElement.GetProperty("rows").EnumerateArray().FirstOrDefault(row => row.GetProperty("serializer").GetString() == names.First());
        return row.ValueKind == JsonValueKind.Object && row.GetProperty("serialize_ns").ValueKind == JsonValueKind.Number
            ? [row.GetProperty("serialize_ns").GetDouble(), row.GetProperty("deserialize_ns").GetDouble()]
            : throw new InvalidOperationException($"the suite has no time of {names.First()}: fathom serializers list says why");
    }

    private static double[] Peer(string peers, string way, string programs, string assembly, string name, string caseName, bool isShort)
    {
        string file = Directory.EnumerateFiles(Path.Combine(programs, $"Fathom.Serializers.{assembly}"), $"Fathom.Serializers.{assembly}.dll", SearchOption.AllDirectories).First();
        string output = ToolRun.OutputOf(peers, [way, file, name, $"case\tname={caseName}\tn={Objects}\tpayload=0", .. isShort ? ["--short"] : Array.Empty<string>()]);
        string times = output.Split('\n').First(static line => line.StartsWith("times ", StringComparison.Ordinal));
        return [.. times.Split(' ').Skip(1).Select(static time => double.Parse(time, CultureInfo.InvariantCulture))];
    }

    private static string Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) ?? throw new InvalidOperationException($"{variable} names nothing. Start the benchmark with bench/serializers --peer.");
}
