using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Questions;

namespace Fathom.Cli.Commands.Time;

/// <summary>What comparisons of recordings have in common on the command line.</summary>
internal sealed class ComparisonOptions
{
    private const string Second = "second";
    private const string Run = "run";

    private readonly Option<string?> _per = OptionCatalog.Value(
        "--per", $"{Second}|{Run}", "By the second that was recorded, the default, or by the whole run.");

    /// <summary>Adds the options to a command.</summary>
    public ComparisonOptions(Command command) => command.Add(_per);

    /// <summary>Adds the options to a view of a verb, with those of the verb that mean the same there.</summary>
    /// <param name="command">The view.</param>
    /// <param name="verb">The verb.</param>
    /// <param name="options">Its options that choose rows.</param>
    /// <param name="hasSides">Whether each of two sides may have a part of its time.</param>
    public ComparisonOptions(GroupedCommand command, TraceViewCommand verb, ReadOnlySpan<Option?> options, bool hasSides)
        : this(command)
    {
        foreach (Option? option in options)
        {
            if (option is not null)
                command.Add(option);
        }

        if (verb.Verb.HasWindows)
            Window = new WindowOptions(command, hasSides);
        verb.Tags?.AddTo(command);
    }

    /// <summary>The part of the time that is asked about; null where the verb has none.</summary>
    public WindowOptions? Window { get; }

    /// <summary>The argument for both sides; read it with <see cref="ComparedSides"/>.</summary>
    public static Argument<string[]> Recordings() => new("recordings")
    {
        Arity = ArgumentArity.OneOrMore,
        HelpName = "A B",
        Description = "The recordings, or traces, before and after. Of several runs of each: patterns in quotes, or the word 'vs' between.",
    };

    /// <summary>What is read of each: recordings and traces, no process.</summary>
    /// <param name="title">The verb with its view.</param>
    public static SubjectReader Reader(string title) => SubjectReader.Trace with
    {
        OfProcess = (pid, _) => throw FathomException.Target(
            $"{pid} is a running process, and 'fathom {title}' compares recordings.",
            $"record it first: fathom record {pid} --duration 10s --save after.fathom"),
    };

    /// <summary>The figure that is asked for; null for the usual one.</summary>
    /// <param name="option">The option for it.</param>
    /// <param name="asked">The command line.</param>
    /// <param name="verb">The verb, for messages.</param>
    /// <param name="compared">The figures of the verb.</param>
    /// <exception cref="FathomException">The verb has no such figure (<see cref="ExitCode.Usage"/>).</exception>
    public static string? Measure(Option<string?> option, Asked asked, string verb, ComparedColumns compared) =>
        asked.Value(option) is not { } measure ? null
        : compared.Figures.Contains(measure) ? measure
        : throw FathomException.Usage(
            $"'{measure}' in '{option.Name} {measure}' is no figure of 'fathom {verb}'.", $"one of {string.Join(", ", compared.Figures)}");

    /// <summary>Whether what grows with time is compared by the second.</summary>
    /// <exception cref="FathomException">The word is none (<see cref="ExitCode.Usage"/>).</exception>
    public bool IsPerSecond(Asked asked) => asked.Value(_per) switch
    {
        null or Second => true,
        Run => false,
        var other => throw FathomException.Usage(
            $"'{other}' in '{_per.Name} {other}' is neither {Second} nor {Run}.", $"write {_per.Name} {Second} or {_per.Name} {Run}"),
    };
}
