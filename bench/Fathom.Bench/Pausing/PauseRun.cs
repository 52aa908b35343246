using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.Bench.Heap;

namespace Fathom.Bench.Pausing;

/// <summary>One stop: what the tool said before it, what the tool says that it took, and what the program itself saw.</summary>
/// <param name="SaidNs">As the note before the stop has it.</param>
/// <param name="TakenNs">As the answer has it.</param>
/// <param name="SeenNs">The longest time for which a thread of the program did not run meanwhile.</param>
internal readonly partial record struct PauseRun(double SaidNs, double TakenNs, double SeenNs)
{
    private const double Factor = 2;

    /// <summary>Whether what was said is right within a factor of two.</summary>
    public bool Fits => SaidNs <= TakenNs * Factor && TakenNs <= SaidNs * Factor;

    /// <summary>Runs a verb.</summary>
    /// <param name="tool">The tool.</param>
    /// <param name="program">The program that is stopped.</param>
    /// <param name="words">The verb and its view.</param>
    /// <param name="folder">Where a dump goes.</param>
    public static PauseRun Of(string tool, PausedProgram program, string[] words, string folder)
    {
        bool isDump = words[0] == "dump";
        string[] more = isDump ? ["-o", Path.Combine(folder, "bench.core"), "--force"] : [];
        program.LongestNs();
        ToolRun run = ToolRun.TalkOf(tool, [.. words, $"pid:{program.Pid}", .. more, "--format", "json"]);
        double seenNs = program.LongestNs();
        using JsonDocument answer = JsonDocument.Parse(run.Output);
        double takenNs = answer.RootElement.GetProperty(isDump ? "rows" : "about")[0].GetProperty("pause_ns").GetDouble();
        return new PauseRun(Said(run.Errors), takenNs, seenNs);
    }

    private static double Said(string notes)
    {
        Match match = Note().Match(notes);
        if (!match.Success)
            throw new InvalidOperationException($"No pause was said: {notes}");
        double unit = match.Groups[2].Value switch { "ns" => 1, "us" => 1e3, "ms" => 1e6, _ => 1e9 };
        return unit * double.Parse(match.Groups[1].Value, NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
    }

    [GeneratedRegex("(?:is paused|stopping '[^']*') for about ([0-9.,]+) (ns|us|ms|s)")]
    private static partial Regex Note();
}
