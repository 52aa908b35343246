using System.Globalization;
using System.Text.RegularExpressions;

namespace Fathom.Tests.Formats.Etl;

/// <summary>What PerfView says of a trace on Windows: how many events of each kind there are, and the first five of each.</summary>
internal sealed partial class Baseline
{
    private Baseline(Dictionary<string, int> counts, List<SeenKernelEvent> events) => (Counts, Events) = (counts, events);

    public Dictionary<string, int> Counts { get; }

    public List<SeenKernelEvent> Events { get; }

    public static Baseline Read(string path)
    {
        Dictionary<string, int> counts = [];
        List<SeenKernelEvent> events = [];
        foreach (string line in File.ReadLines(path))
        {
            if (Count().Match(line) is { Success: true } count)
                counts.Add(count.Groups[1].Value, Number(count.Groups[2].Value));
            else if (Event().Match(line) is { Success: true } told)
                events.Add(Read(told));
        }

        return new Baseline(counts, events);
    }

    /// <summary>The events with the texts of their fields, NAME=VALUE.</summary>
    public static IEnumerable<(SeenKernelEvent Event, string[] Fields)> ReadFields(string path)
    {
        const int before = 5;
        foreach (string line in File.ReadLines(path))
        {
            if (Event().Match(line) is { Success: true } told)
                yield return (Read(told), [.. line.Split("; ").Skip(before).Where(static part => part.Contains('=', StringComparison.Ordinal))]);
        }
    }

    private static SeenKernelEvent Read(Match told)
    {
        decimal ms = decimal.Parse(told.Groups[1].Value, NumberStyles.Number, CultureInfo.InvariantCulture);
        return new SeenKernelEvent(
            told.Groups[2].Value, (long)(ms * 1000), Number(told.Groups[5].Value), Number(told.Groups[6].Value), Number(told.Groups[3].Value),
                Number(told.Groups[4].Value));
    }

    private static int Number(string text) => int.Parse(text.Replace(",", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);

    [GeneratedRegex("^COUNT (.*):([0-9]+)$")]
    private static partial Regex Count();

    [GeneratedRegex("^EVENT ([-0-9,.]+): (.*) PID=(-?[0-9,]+); TID=(-?[0-9,]+); PName=[^;]*; ProceNum=([0-9]+); DataLen=([0-9,]+);")]
    private static partial Regex Event();
}
