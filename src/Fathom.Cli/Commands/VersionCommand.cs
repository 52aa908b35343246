using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom version</c>: the version, as <c>fathom --version</c> says it.</summary>
internal sealed class VersionCommand() : FathomCommand("version", Summary)
{
    public const string Summary = "Shows the version of Fathom.";

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom version", "one line, such as 'fathom 1.2.3'"),
        new("fathom version --no-color", "for a script; it has no colours anyway"),
    ];

    public override string Remarks => "'fathom --version' shows the same.";

    public override string ColumnsText => "none, it is one line.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        context.Out.WriteLine(ToolVersion.Named);
        return new(ExitCode.Ok);
    }
}
