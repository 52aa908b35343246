using System.Text.Json;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Agents;

/// <summary>A verb, or a view of one, as a tool that a program calls.</summary>
/// <param name="Name">Its name: <c>heap_suspects</c>.</param>
/// <param name="Words">The words of the command line: <c>heap suspects</c>.</param>
/// <param name="Command">Its arguments and options.</param>
/// <param name="MayWrite">Whether it may write files.</param>
internal sealed record AgentTool(string Name, string[] Words, FathomCommand Command, bool MayWrite)
{
    /// <summary>What its arguments are.</summary>
    public JsonElement Schema { get; } = ToolSchema.Of(Command, MayWrite);
}
