using System.CommandLine;
using Fathom.Capture.Watching;
using Fathom.Cli.Options;

namespace Fathom.Cli.Commands.Watch;

/// <summary>The options that say when a watch samples and when it ends.</summary>
internal sealed class WatchOptions
{
    private const long NsPerMs = 1_000_000;
    private const long ShortestNs = 10 * NsPerMs;
    private const long LongestNs = 24L * 3600 * 1000 * NsPerMs;
    private const int MostTypesEvery = 1_000_000;

    private readonly Option<string?> _interval = OptionCatalog.Value("--interval", "TIME", "From one sample to the next; 10s by default.");
    private readonly Option<string?> _duration = OptionCatalog.Value("--duration", "TIME", "Ends the watch after this time; without it, Ctrl-C does.");
    private readonly Option<string?> _count = OptionCatalog.Value("--count", "N", "Ends the watch after N samples.");
    private readonly Option<string?> _types = OptionCatalog.Value(
        "--types", "N", "Counts the objects of each type at every Nth sample; stops the process for as long as 'fathom heap' does.");

    /// <summary>Adds the options to a command.</summary>
    public WatchOptions(Command command)
    {
        foreach (Option option in (Option[])[_interval, _duration, _count, _types])
            command.Add(option);
    }

    /// <summary>The name of the first option that was given, or null.</summary>
    public string? FirstGiven(ParseResult parsed) =>
        ((Option<string?>[])[_interval, _duration, _count, _types]).FirstOrDefault(option => parsed.GetValue(option) is not null)?.Name;

    /// <summary>Reads the options.</summary>
    /// <exception cref="FathomException">A value is wrong (<see cref="ExitCode.Usage"/>).</exception>
    public WatchSchedule Read(ParseResult parsed) => new(Time(_interval, parsed, ShortestNs, LongestNs) ?? 10_000 * NsPerMs)
    {
        DurationNs = Time(_duration, parsed, ShortestNs, long.MaxValue),
        Count = parsed.GetValue(_count) is { } count ? NumberText.Parse(_count.Name, count, 1, int.MaxValue, 1) : null,
        TypesEvery = NumberText.Parse(_types.Name, parsed.GetValue(_types), 1, MostTypesEvery, 0),
    };

    private static long? Time(Option<string?> option, ParseResult parsed, long least, long most) =>
        (long?)TimeText.Between(option, parsed, least, most, $"between 10ms and {(most == LongestNs ? "24h" : "292 years")}", "10s");
}
