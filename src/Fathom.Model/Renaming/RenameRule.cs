namespace Fathom.Model.Renaming;

/// <summary>
/// Gives the processes of one executable another name when their command line says what they are: many services of one host program then show as
/// what they host. All comparisons ignore case.
/// </summary>
/// <param name="Executable">Name to rename, without folder and without .dll or .exe; must be equal.</param>
/// <param name="Required">Texts that the command line must contain, all of them; none means no condition.</param>
/// <param name="Forbidden">Texts that the command line must not contain, not one of them.</param>
/// <param name="NewName">The name to show.</param>
public sealed record RenameRule(string Executable, IReadOnlyList<string> Required, IReadOnlyList<string> Forbidden, string NewName)
{
    /// <summary>Whether the rule is about this process.</summary>
    /// <param name="executable">Executable or application without its extension.</param>
    /// <param name="commandLine">The whole command line.</param>
    public bool Fits(string executable, string commandLine)
    {
        if (!Executable.Equals(executable, StringComparison.OrdinalIgnoreCase))
            return false;
        foreach (string text in Required)
        {
            if (!commandLine.Contains(text, StringComparison.OrdinalIgnoreCase))
                return false;
        }

        foreach (string text in Forbidden)
        {
            if (commandLine.Contains(text, StringComparison.OrdinalIgnoreCase))
                return false;
        }

        return true;
    }
}
