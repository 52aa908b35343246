using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model;

namespace Fathom.Tests.Cli.Hosting;

/// <summary>A view below <see cref="ProbeCommand"/>.</summary>
internal sealed class ProbeViewCommand() : FathomCommand("list", "A view of the probe.")
{
    public override IReadOnlyList<Example> Examples => [new("fathom probe list", "the view")];

    public override string Remarks => "A line that explains the numbers.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        context.Out.WriteLine("view");
        return new(ExitCode.Ok);
    }
}
