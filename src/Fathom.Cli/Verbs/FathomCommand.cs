using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Model.Results;

namespace Fathom.Cli.Verbs;

/// <summary>A verb or a view of one: its arguments and options, and what it does. Its options are those that work for it, no others.</summary>
internal abstract class FathomCommand : GroupedCommand
{
    /// <summary>Declares the command with the options that every command has.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the list of verbs.</param>
    protected FathomCommand(string name, string summary)
        : base(name, summary)
    {
        General = new GeneralOptions(AddGroup("General"));
        // The host runs the command; but the parser takes a command without an action for a mere group of views.
        SetAction((Action<ParseResult>)(static _ => throw new InvalidOperationException("Commands are run by the host.")));
    }

    /// <summary>The options that every command has.</summary>
    public GeneralOptions General { get; }

    /// <summary>Example command lines with what they do, for the help, which shows the first five; <c>--help all</c> shows all.</summary>
    public abstract IReadOnlyList<Example> Examples { get; }

    /// <summary>A few lines for the help about what the numbers mean; null where the summary says it all.</summary>
    public virtual string? Remarks => null;

    /// <summary>What <c>--help all</c> says beside the remarks; null where they say it all.</summary>
    public virtual string? Details => null;

    /// <summary>Says in the help where the columns come from, where only the answer knows them.</summary>
    public virtual string? ColumnsText => null;

    /// <summary>What to do where a word is missing; null for the help.</summary>
    public virtual string? NextStep => null;

    /// <summary>Columns and totals of what answers a command line, without asking anybody; null where only the answer knows them.</summary>
    /// <exception cref="FathomException">The command line is wrong.</exception>
    public virtual ResultShape? ShapeOf(ParseResult parsed, CommandContext context) => null;

    /// <summary>Does the work.</summary>
    /// <exception cref="FathomException">The user can act on it.</exception>
    /// <exception cref="OperationCanceledException">The context's token was cancelled.</exception>
    public abstract ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context);
}
