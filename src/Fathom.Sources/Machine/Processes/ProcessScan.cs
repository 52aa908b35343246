namespace Fathom.Sources.Machine.Processes;

/// <summary>The .NET processes of one moment.</summary>
/// <param name="Processes">In the order of their numbers, Fathom itself left out.</param>
/// <param name="Refused">Processes that may be .NET ones and could not be looked into.</param>
/// <param name="IsPrivileged">Whether Fathom has CAP_SYS_PTRACE, so that more rights would not help.</param>
public sealed record ProcessScan(IReadOnlyList<ProcessFacts> Processes, int Refused, bool IsPrivileged)
{
    /// <summary>One sentence that says what is missing, or null.</summary>
    public string? Notice
    {
        get
        {
            if (Refused == 0)
                return null;
            string count = Refused == 1 ? "1 process" : $"{Refused} processes";
            return IsPrivileged
                ? $"{count} could not be inspected, although Fathom has CAP_SYS_PTRACE."
                : $"{count} could not be inspected; run as root, or with CAP_SYS_PTRACE, to see all .NET processes.";
        }
    }
}
