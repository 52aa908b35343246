using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Dumps;
using Fathom.Capture.Triggers;
using Fathom.Cli.Options;

namespace Fathom.Cli.Commands.Dump;

/// <summary>The options that say when dumps are taken.</summary>
internal sealed class DumpTriggerOptions
{
    private static readonly TimeSpan s_usualPause = TimeSpan.FromSeconds(10);

    private readonly ConditionOptions _conditions = new("Waits until it holds");
    private readonly Option<string?> _every = OptionCatalog.Value("--every", "TIME", "How long after a dump the condition is tested again; 10s by default.");
    private readonly Option<string?> _count = OptionCatalog.Value("--count", "N", "How many dumps are written; 1 by default.");
    private readonly Switch _beforeHandlers = new(
        "--before-handlers", "Holds the thread that throws until the dump is written, before any handler of the program runs; for a process, or a program after --.");
    private readonly Option<string?> _waitFor = OptionCatalog.Value("--wait-for", "NAME", "Dumps the process of this name, also when it starts later or restarts.");

    /// <summary>Adds the options to a command.</summary>
    public DumpTriggerOptions(Command command)
    {
        command.Add(_conditions.When);
        command.Add(_beforeHandlers);
        command.Add(_conditions.Lasting);
        command.Add(_every);
        command.Add(_count);
        command.Add(_waitFor);
    }

    /// <summary>The name that is waited for, or null.</summary>
    public string? WaitFor(ParseResult parsed) => parsed.GetValue(_waitFor);

    /// <summary>When dumps are written and how many, as the options say.</summary>
    /// <exception cref="FathomException">A value is wrong, or has no use beside the others (<see cref="ExitCode.Usage"/>).</exception>
    public DumpSchedule Read(ParseResult parsed)
    {
        AwaitedConditions when = _conditions.Read(parsed);
        bool beforeHandlers = _beforeHandlers.IsOn(parsed);
        if (beforeHandlers && when.Exceptions.Count == 0)
            throw FathomException.Usage("'--before-handlers' needs an exception to wait for.", "--before-handlers --when 'exception=*'");
        int count = Count(parsed.GetValue(_count));
        if (parsed.GetValue(_every) is { } every && count == 1)
            throw FathomException.Usage($"'--every {every}' has no effect with one dump.", $"--count 3 --every {every}");
        return new DumpSchedule { When = when, BeforeHandlers = beforeHandlers, Count = count, Every = ConditionOptions.Time(_every, parsed) ?? s_usualPause };
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
