using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Help;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom man</c>: the manual page.</summary>
/// <param name="verbs">The verbs that it is about.</param>
internal sealed class ManCommand(Func<Verb[]> verbs) : FathomCommand("man", Summary)
{
    public const string Summary = "Writes the manual page: all of the help, for man.";

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom man", "to read it at once: fathom man | man -l -"),
        new("fathom man --quiet", "to keep it: fathom man > ~/.local/share/man/man1/fathom.1"),
    ];

    public override string ColumnsText => "none, it is a page.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        new ManPage(context.Out, context).Write(verbs());
        return new(ExitCode.Ok);
    }
}
