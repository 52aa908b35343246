namespace Fathom.Cli.Verbs;

/// <summary>A command line that works as it stands, for the help.</summary>
/// <param name="CommandLine">What to type, with <c>fathom</c> in front.</param>
/// <param name="Purpose">What it answers, as a phrase without a full stop.</param>
internal readonly record struct Example(string CommandLine, string Purpose);
