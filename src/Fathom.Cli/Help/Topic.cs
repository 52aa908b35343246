namespace Fathom.Cli.Help;

/// <summary>What people call a thing, and the command that answers.</summary>
/// <param name="Words">What they call it.</param>
/// <param name="Command">The command without <c>fathom</c>.</param>
/// <param name="Answer">What it tells.</param>
internal sealed record Topic(string[] Words, string Command, string Answer);
