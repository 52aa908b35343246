namespace Fathom.Sources.Machine.Processes;

/// <summary>The .NET processes of one moment.</summary>
/// <param name="Processes">In the order of their numbers, Fathom itself left out.</param>
/// <param name="Refused">Processes that may be .NET ones and could not be looked into, such as "agent (17)".</param>
/// <param name="IsPrivileged">Whether Fathom has CAP_SYS_PTRACE, so that more rights would not help.</param>
public sealed record ProcessScan(IReadOnlyList<ProcessFacts> Processes, IReadOnlyList<string> Refused, bool IsPrivileged)
{
    private const int MostNamed = 3;

    /// <summary>One sentence that says what is missing, or null.</summary>
    public string? Notice
    {
        get
        {
            if (Refused.Count == 0)
                return null;
            string count = Refused.Count == 1 ? "1 process" : $"{Refused.Count} processes";
            string more = Refused.Count > MostNamed ? $" and {Refused.Count - MostNamed} more" : "";
            return IsPrivileged
                ? $"{count} could not be inspected, although Fathom has CAP_SYS_PTRACE: {string.Join(", ", Refused.Take(MostNamed))}{more}."
                : $"{count} could not be inspected; run as root, or with CAP_SYS_PTRACE, to see all .NET processes.";
        }
    }
}
