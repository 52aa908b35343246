using System.Globalization;
using System.Text.Json;
using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;
using Fathom.Bench.Serializers;

namespace Fathom.Bench.Areas;

/// <summary>
/// Whether the comparison of serializers is right about serializers whose difference is known: three that are the same, one that works 103 times as long as 100 and one 110 times.
/// The same must never get different ranks, slower ones none before them, and the one of 10 % must be found. Every other run is made beside two processes that
/// keep processors busy. Beside it the suite's own time per operation, and what the stream that readers are given costs. FATHOM_EXE names the tool.
/// </summary>
internal static class SerializersBench
{
    private const int Repetitions = 20;
    private const int ShortRepetitions = 2;
    private const int LeastFound = 18;
    private const int BusyProcesses = 2;
    private const int Turns = 101;
    private const int ShortTurns = 21;
    private const double MostOverheadNs = 1000;
    private const string SlowedByThree = "(seeded) A slowed by 3 %", SlowedByTen = "(seeded) A slowed by 10 %", Overhead = "(overhead)";
    private static readonly string[] s_same = ["(seeded) A", "(seeded) A again", "(seeded) A once more"];

    /// <summary>Measures, and compares with the limits.</summary>
    public static int Run(BenchOptions options)
    {
        string tool = Environment.GetEnvironmentVariable("FATHOM_EXE") ?? throw new InvalidOperationException("FATHOM_EXE names no program. Start the benchmark with bench/serializers.");
        // The seeded ones are offered only then.
        Environment.SetEnvironmentVariable("FATHOM_SEEDED", "1");
        int repetitions = options.Short ? ShortRepetitions : Repetitions, falsely = 0, found = 0, foundThree = 0;
        double overhead = 0;
        options.Output.WriteLine("  run  beside  load   others  A      again  once more  3 %    10 %   ratio of 10 %           false  10 % found  3 % found");
        for (int i = 0; i < repetitions; i++)
        {
            bool isBusy = i % 2 == 1;
            using BusyProcesses? busy = isBusy ? new BusyProcesses(BusyProcesses) : null;
            string load = File.ReadAllText("/proc/loadavg").Split(' ')[0];
            Dictionary<string, JsonElement> rows = Compare(tool, i == 0 ? $",{Overhead}" : "", out string others);
            int?[] same = [.. s_same.Select(name => Rank(rows[name]))];
            int? three = Rank(rows[SlowedByThree]), ten = Rank(rows[SlowedByTen]);
            bool isFalse = same.OfType<int>().Distinct().Count() > 1 || same.OfType<int>().Any(rank => three < rank || ten < rank) || ten < three;
            bool isFound = same.All(rank => rank < ten);
            falsely += isFalse ? 1 : 0;
            found += isFound ? 1 : 0;
            foundThree += same.All(rank => rank < three) ? 1 : 0;
            if (rows.TryGetValue(Overhead, out JsonElement own))
                overhead = own.GetProperty("serialize_ns").GetDouble();
            string ranks = string.Join("  ", s_same.Append(SlowedByThree).Append(SlowedByTen).Select(name => Text(rows[name], "rank").PadRight(name == s_same[2] ? 9 : 5)));
            options.Output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  {i + 1,3}  {(isBusy ? $"{BusyProcesses} busy" : "-"),-6}  {load,-5}  {others,-6}  {ranks}  {Ratio(rows[SlowedByTen]),-22}  "
                + $"{(isFalse ? "FALSE" : "no"),-5}  {(isFound ? "yes" : "no"),-10}  {(same.All(rank => rank < three) ? "yes" : "no")}"));
            options.Output.Flush();
        }

        options.Output.WriteLine($"  3 % found in {foundThree} of {repetitions}, which nothing promises");
        Comparison comparison = new(options.Output);
        StreamOverloads.Compare(comparison, options.Short ? ShortTurns : Turns);
        comparison.AtMost("runs with a false separation", falsely, 0, $"of {repetitions}");
        comparison.AtMost("slowed by 10 % and not found", repetitions - found, options.Short ? repetitions : Repetitions - LeastFound, $"of {repetitions}");
        comparison.AtMost("the suite's own time", overhead, MostOverheadNs, "ns per operation");
        return options.ExitCode(comparison.AllKept);
    }

    // Five processes of each, as without --quick; its shorter warm-ups are enough for what is compiled once and for all.
    private static Dictionary<string, JsonElement> Compare(string tool, string besides, out string others)
    {
        // --quick writes a page into the current folder, unless it is told where.
        string page = Path.Combine(Path.GetTempPath(), $"fathom-bench-{Environment.ProcessId}.html");
        string output = ToolRun.OutputOf(
            tool, "serializers", "--quick", "--page", page, "--force", "--serializer", $"{string.Join(',', s_same)},{SlowedByThree},{SlowedByTen}{besides}", "--case", "bookshelf", "-n", "20",
            "--samples", "10", "--launches", "5", "--format", "json", "--columns", "+deserialize_factor_low,+deserialize_factor_high");
        File.Delete(page);
        using JsonDocument answer = JsonDocument.Parse(output);
        others = answer.RootElement.GetProperty("notes").EnumerateArray().Select(static note => note.GetString()!)
            .Where(static note => note.StartsWith("other programs took ", StringComparison.Ordinal)).Select(static note => note.Split(' ')[3] + " %").FirstOrDefault("<10 %");
        return answer.RootElement.GetProperty("rows").EnumerateArray().ToDictionary(static row => row.GetProperty("serializer").GetString()!, static row => row.Clone());
    }

    private static string Ratio(JsonElement row) => string.Create(
        CultureInfo.InvariantCulture, $"{Number(row, "deserialize_factor"):0.000} [{Number(row, "deserialize_factor_low"):0.000} to {Number(row, "deserialize_factor_high"):0.000}]");

    private static double Number(JsonElement row, string column) => row.GetProperty(column) is { ValueKind: JsonValueKind.Number } number ? number.GetDouble() : double.NaN;

    private static string Text(JsonElement row, string column) => row.GetProperty(column).GetString() ?? "?";

    // "2=" is a tie; without a rank it is not known.
    private static int? Rank(JsonElement row) => row.GetProperty("rank").GetString() is { } rank ? int.Parse(rank.TrimEnd('='), CultureInfo.InvariantCulture) : null;
}
