using System.CommandLine;
using Fathom.Capture.Recording;
using Fathom.Cli.Options;

namespace Fathom.Cli.Commands.Record;

/// <summary>The options that say when a flight recorder saves by itself.</summary>
internal sealed class RecordTriggerOptions
{
    private const int Most = 1000;

    private readonly ConditionOptions _conditions = new("Saves the ring when it holds");
    private readonly Option<string[]> _then = ThenOptions.Then("the recording is always saved");
    private readonly Option<string?> _every = OptionCatalog.Value(
        "--every", "TIME", "How long after a save the condition is tested again; the time of --ring by default.");
    private readonly Option<string?> _count = OptionCatalog.Value(
        "--count", "N", "Ends after so many saves by conditions; without it, recording goes on.");
    private readonly Option<string?> _perHour = OptionCatalog.Value(
        "--per-hour", "N", $"The most saves by conditions in an hour; {RingTriggers.UsualPerHour} by default.");

    /// <summary>Adds the options to a command.</summary>
    public RecordTriggerOptions(GroupedCommand command) =>
        command.AddGroup("Ring").Add(_conditions.When, _then, _conditions.Lasting, _every, _count, _perHour);

    /// <summary>When it saves; null where nothing is waited for.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="hasRing">Whether it is a flight recorder.</param>
    /// <param name="hasProcess">Whether it is about some processes.</param>
    /// <exception cref="FathomException">A value is wrong, or has no use beside the others (<see cref="ExitCode.Usage"/>).</exception>
    public RingTriggers? Read(ParseResult parsed, bool hasRing, bool hasProcess)
    {
        RingTriggers triggers = new(_conditions.Read(parsed))
        {
            Every = ConditionOptions.Time(_every, parsed),
            Count = parsed.GetValue(_count) is { } count ? NumberText.Parse(_count.Name, count, 1, Most, 1) : null,
            Then = ThenOptions.Read(_then, parsed, parsed.GetValue(_conditions.When) is { Length: > 0 }),
            PerHour = NumberText.Parse(_perHour.Name, parsed.GetValue(_perHour), 1, Most, RingTriggers.UsualPerHour),
        };
        string? first = parsed.GetValue(_conditions.When) is [var when, ..] ? when : null;
        if (first is null)
        {
            return new[] { _every, _count, _perHour }.FirstOrDefault(option => parsed.GetValue(option) is not null) is { } alone
                ? throw FathomException.Usage($"'{alone.Name}' needs a condition.", $"--when cpu_percent=80.. {alone.Name} {parsed.GetValue(alone)}")
                : null;
        }

        if (!hasRing)
            throw FathomException.Usage($"'--when {first}' saves the last part, and without --ring all is kept.", $"--ring 60s --when {first}");
        return hasProcess
            ? triggers
            : throw FathomException.Usage(
                $"'--when {first}' is tested in a process, and all of the machine is recorded.",
                $"fathom record PROCESS --ring 60s --when {first}");
    }
}
