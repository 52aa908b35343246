using System.Text.Json;
using Fathom.Cli.Frame;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Fathom.Cli.Agents;

/// <summary>Speaks the Model Context Protocol over standard input and output. Only this file uses the package.</summary>
internal static class AgentServer
{
    private const string Name = "fathom";

    private const string Instructions =
        "Fathom measures .NET programs on Linux: CPU, waits, locks, garbage collection, heaps. "
        + "Begin with 'why' (what limits a process or a recording) or 'findings' (what is wrong with it); 'ps' lists processes. "
        + "Answers are pages: 'next_cursor' has the next rows. Numbers are in base units (ns, bytes). "
        + "'losses' and 'is_partial' say what an answer lacks. "
        + "Columns 'look_closer' and 'next' have the command that leads further: "
        + "its verb is a tool, its options are arguments without dashes. "
        + "'guide' explains a tool.";

    /// <summary>Serves until the input ends.</summary>
    /// <param name="tools">The tools.</param>
    /// <param name="stop">Ends it.</param>
    public static async Task RunAsync(AgentTools tools, CancellationToken stop)
    {
        ToolCalls calls = new(tools);
        McpServerOptions options = new()
        {
            ServerInfo = new Implementation { Name = Name, Version = ToolVersion.Text },
            ServerInstructions = Instructions,
            Capabilities = new ServerCapabilities { Tools = new ToolsCapability() },
        };
        options.Handlers.ListToolsHandler = (_, _) =>
            ValueTask.FromResult(new ListToolsResult { Tools = [.. tools.All.Select(Of), Guide()] });
        options.Handlers.CallToolHandler = async (request, cancel) =>
        {
            (string text, bool isError) = await calls.AnswerAsync(
                request.Params?.Name ?? "",
                new Dictionary<string, JsonElement>(request.Params?.Arguments ?? new Dictionary<string, JsonElement>()),
                cancel);
            return new CallToolResult { Content = [new TextContentBlock { Text = text }], IsError = isError };
        };
        await using StdioServerTransport transport = new(Name);
        await using McpServer server = McpServer.Create(transport, options);
        await server.RunAsync(stop);
    }

    private static Tool Of(AgentTool tool) => new()
    {
        Name = tool.Name,
        Description = tool.Command.Description,
        InputSchema = tool.Schema,
        Annotations = new ToolAnnotations { ReadOnlyHint = !tool.MayWrite, OpenWorldHint = false },
    };

    private static Tool Guide() => new()
    {
        Name = ToolCalls.Guide,
        Description = "What a tool answers, what its arguments mean, and examples.",
        InputSchema = ToolCalls.GuideSchema,
        Annotations = new ToolAnnotations { ReadOnlyHint = true, OpenWorldHint = false },
    };
}
