namespace Fathom.Model.Renaming;

/// <summary>Rename rules in order; the first one that fits decides.</summary>
public sealed class RenameRules(IReadOnlyList<RenameRule> rules)
{
    /// <summary>No rules: every process keeps its name.</summary>
    public static RenameRules None { get; } = new([]);

    /// <summary>The rules in the order they are tried.</summary>
    public IReadOnlyList<RenameRule> Rules { get; } = rules;

    /// <summary>The name to show for a process.</summary>
    /// <param name="name">Its own name, shown when no rule fits.</param>
    /// <param name="executables">The names that a rule may mean: the application's and the program file's, without extension.</param>
    /// <param name="commandLine">The whole command line, empty where it is unknown.</param>
    public string Apply(string name, ReadOnlySpan<string> executables, string commandLine)
    {
        foreach (RenameRule rule in Rules)
        {
            foreach (string executable in executables)
            {
                if (rule.Fits(executable, commandLine))
                    return rule.NewName;
            }
        }

        return name;
    }
}
