using Fathom.Model;

namespace Fathom.EndToEnd.Harness;

/// <summary>What a run of the built tool wrote and how it ended.</summary>
/// <param name="ExitCode">The exit code of the process.</param>
/// <param name="Out">Standard output.</param>
/// <param name="Error">Standard error; empty for a run on a terminal, where both come as <paramref name="Out"/>.</param>
internal sealed record ToolRun(int ExitCode, string Out, string Error)
{
    /// <summary>The exit code as the command line's contract names it.</summary>
    public ExitCode Code => (ExitCode)ExitCode;

    /// <summary>Everything in one text, for snapshots and for messages of failed tests.</summary>
    public override string ToString() => $"exit {ExitCode}\n--- stdout\n{Out}--- stderr\n{Error}";
}
