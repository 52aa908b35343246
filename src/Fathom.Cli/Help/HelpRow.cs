namespace Fathom.Cli.Help;

/// <summary>A row of a list in the help.</summary>
/// <param name="Name">What stands on the left.</param>
/// <param name="Description">What it is.</param>
internal readonly record struct HelpRow(string Name, string Description);
