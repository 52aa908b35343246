using System.Globalization;
using System.Text.Json;
using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>
/// Whether the comparison of serializers is right about serializers whose difference is known: one against itself must have no winner, and one that works
/// 21 times as long as 20 must be found slower. Beside it the suite's own time per operation. FATHOM_EXE names the tool.
/// </summary>
internal static class SerializersBench
{
    private const int Repetitions = 20;
    private const int ShortRepetitions = 2;
    private const int LeastFound = 19;
    private const double MostOverheadNs = 1000;
    private const string Plain = "(seeded) A", Again = "(seeded) A again", Slowed = "(seeded) A slowed by 5 %", Overhead = "(overhead)";

    /// <summary>Measures, and compares with the limits.</summary>
    public static int Run(BenchOptions options)
    {
        string tool = Environment.GetEnvironmentVariable("FATHOM_EXE") ?? throw new InvalidOperationException("FATHOM_EXE names no program. Start the benchmark with bench/serializers.");
        // The seeded ones are offered only then.
        Environment.SetEnvironmentVariable("FATHOM_SEEDED", "1");
        int repetitions = options.Short ? ShortRepetitions : Repetitions, falseWinners = 0, found = 0;
        double overhead = 0;
        for (int i = 0; i < repetitions; i++)
        {
            Dictionary<string, JsonElement> rows = Compare(tool, options.Short ? 4 : 10, i == 0 ? $",{Overhead}" : "");
            int plain = Rank(rows[Plain]), again = Rank(rows[Again]), slowed = Rank(rows[Slowed]);
            bool winner = plain != again, seen = slowed > plain && slowed > again;
            falseWinners += winner ? 1 : 0;
            found += seen ? 1 : 0;
            if (rows.TryGetValue(Overhead, out JsonElement own))
                overhead = own.GetProperty("serialize_ns").GetDouble();
            options.Output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  {i + 1,3} A {Time(rows[Plain]):0} ns, again {Time(rows[Again]):0} ns ({(winner ? "A WINNER" : "tie")}), slowed {Time(rows[Slowed]) / Time(rows[Plain]):0.000} times ({(seen ? "found" : "not found")})"));
        }

        Comparison comparison = new(options.Output);
        comparison.AtMost("winners of A against itself", falseWinners, 0, $"of {repetitions}");
        comparison.AtMost("slowed by 5 % and not found", repetitions - found, options.Short ? repetitions : Repetitions - LeastFound, $"of {repetitions}");
        comparison.AtMost("the suite's own time", overhead, MostOverheadNs, "ns per operation");
        return options.ExitCode(comparison.AllKept);
    }

    private static Dictionary<string, JsonElement> Compare(string tool, int launches, string besides)
    {
        // --quick writes a page into the current folder, unless it is told where.
        string page = Path.Combine(Path.GetTempPath(), $"fathom-bench-{Environment.ProcessId}.html");
        ToolRun run = ToolRun.Of(
            tool, "serializers", "--quick", "--page", page, "--force", "--serializer", $"{Plain},{Again},{Slowed}{besides}", "--case", "bookshelf", "-n", "20", "--samples", "10",
            "--launches", launches.ToString(CultureInfo.InvariantCulture), "--format", "json");
        File.Delete(page);
        using JsonDocument answer = JsonDocument.Parse(run.Output);
        return answer.RootElement.GetProperty("rows").EnumerateArray().ToDictionary(static row => row.GetProperty("serializer").GetString()!, static row => row.Clone());
    }

    private static double Time(JsonElement row) => row.GetProperty("deserialize_ns").GetDouble();

    // "2=" is a tie.
    private static int Rank(JsonElement row) => int.Parse(row.GetProperty("rank").GetString()!.TrimEnd('='), CultureInfo.InvariantCulture);
}
