using System.CommandLine;
using System.Runtime.CompilerServices;
using Fathom.Cli.Agents;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom mcp</c>: the verbs as tools for programs that speak the Model Context Protocol.</summary>
internal sealed class McpCommand : FathomCommand
{
    public const string Summary = "Serves the verbs as tools for agents (Model Context Protocol).";

    private readonly Switch _write = new("--allow-write", "Offers record, dump, extract and --save too, which write files.");
    private readonly Func<Verb[]> _verbs;

    public McpCommand(Func<Verb[]> verbs)
        : base("mcp", Summary)
    {
        _verbs = verbs;
        Add(_write);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom mcp", "what a client is told to start: it reads requests from its input, and answers on its output"),
        new("fathom mcp --allow-write", "recordings and dumps too"),
    ];

    public override string Remarks =>
        """
        Tools are verbs (why, findings, cpu, heap_suspects, …) and guide, which explains one. Arguments are those of the
        verb, without dashes. An answer is JSON: rows (20 by default, next_cursor has the next ones), totals, losses.
        Without --allow-write no tool writes a file. A process is watched for 60 s at most, and stands still as long as
        by the verb. It ends when its input closes. docs/mcp.md has the entry of a client's configuration.
        """;

    public override string ColumnsText => "none, it speaks a protocol.";

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        await ServeAsync(new AgentTools(_verbs(), _write.IsOn(parsed)), context.Stop);
        return ExitCode.Ok;
    }

    // The package is loaded where this is compiled, and by no other command.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Task ServeAsync(AgentTools tools, CancellationToken stop) => AgentServer.RunAsync(tools, stop);
}
