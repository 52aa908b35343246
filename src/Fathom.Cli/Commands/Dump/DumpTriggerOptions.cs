using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Actions;
using Fathom.Capture.Dumps;
using Fathom.Capture.Triggers;
using Fathom.Cli.Options;

namespace Fathom.Cli.Commands.Dump;

/// <summary>The options that say when dumps are taken.</summary>
internal sealed class DumpTriggerOptions
{
    private static readonly TimeSpan s_usualPause = TimeSpan.FromSeconds(10);

    private readonly ConditionOptions _conditions = new("Waits until it holds");
    private readonly Option<string[]> _then = ThenOptions.Then("a dump by default");
    private readonly Option<string?> _every = OptionCatalog.Value(
        "--every", "TIME", "How long after that the condition is tested again; 10s by default.");
    private readonly Option<string?> _count = OptionCatalog.Value("--count", "N", "How often that is done; 1 by default.");
    private readonly Switch _beforeHandlers = new(
        "--before-handlers", "Holds the thread that throws until the dump is written, before any handler of the program runs; for a process, or a program after --.");
    private readonly Option<string?> _waitFor = OptionCatalog.Value("--wait-for", "NAME", "Dumps the process of this name, also when it starts later or restarts.");

    private readonly Switch _all = new(
        "--all", "Waits in every process of the name, also in those that start later; --count is for all of them together.");

    /// <summary>Adds the options to a command.</summary>
    public DumpTriggerOptions(GroupedCommand command)
    {
        command.Add(_conditions.When);
        command.Add(_then);
        command.Add(_beforeHandlers);
        command.Add(_waitFor);
        command.AddGroup("When").Add(_conditions.Lasting, _every, _count, _all);
    }

    /// <summary>The name that is waited for, or null.</summary>
    public string? WaitFor(ParseResult parsed) => parsed.GetValue(_waitFor);

    /// <summary>Whether every process of the name is meant.</summary>
    /// <exception cref="FathomException">It has no use beside the others (<see cref="ExitCode.Usage"/>).</exception>
    public bool IsAll(ParseResult parsed, DumpSchedule schedule)
    {
        if (!_all.IsOn(parsed))
            return false;
        if (!schedule.HasCondition)
            throw FathomException.Usage("'--all' needs a condition.", "fathom dump MyApp --all --when cpu_percent=80..");
        if (WaitFor(parsed) is { } name)
        {
            throw FathomException.Usage(
                $"'--all' waits for later processes too, so '--wait-for {name}' has no use.", $"fathom dump {name} --all --when CONDITION");
        }

        return schedule.BeforeHandlers
            ? throw FathomException.Usage(
                "'--before-handlers' holds threads of one process, and '--all' is about several.", "leave one of them out")
            : true;
    }

    /// <summary>When dumps are written and how many, as the options say.</summary>
    /// <exception cref="FathomException">A value is wrong, or has no use beside the others (<see cref="ExitCode.Usage"/>).</exception>
    public DumpSchedule Read(ParseResult parsed)
    {
        AwaitedConditions when = _conditions.Read(parsed);
        bool beforeHandlers = _beforeHandlers.IsOn(parsed);
        if (beforeHandlers && when.Exceptions.Count == 0)
            throw FathomException.Usage("'--before-handlers' needs an exception to wait for.", "--before-handlers --when 'exception=*'");
        IReadOnlyList<ThenAction> then = ThenOptions.Read(_then, parsed, when.Any);
        int count = Count(parsed.GetValue(_count));
        if (parsed.GetValue(_every) is { } every && count == 1)
            throw FathomException.Usage($"'--every {every}' has no effect with one dump.", $"--count 3 --every {every}");
        DumpSchedule schedule = new()
        {
            When = when, BeforeHandlers = beforeHandlers, Count = count, Every = ConditionOptions.Time(_every, parsed) ?? s_usualPause,
        };
        return then.Count > 0 ? schedule with { Then = then } : schedule;
    }

    private static int Count(string? text)
    {
        const int most = 1000;
        if (text is null)
            return 1;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int count) && count is >= 1 and <= most
            ? count
            : throw FathomException.Usage($"'{text}' in '--count {text}' is not a number of dumps from 1 to {most}.", "--count 3");
    }
}
