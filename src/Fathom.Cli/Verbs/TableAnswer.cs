using Fathom.Model.Results;

namespace Fathom.Cli.Verbs;

/// <summary>An answer, and the exit code that it stands for where nothing else is wrong.</summary>
/// <param name="Result">The answer.</param>
/// <param name="Code">The exit code.</param>
internal readonly record struct TableAnswer(CommandResult Result, ExitCode Code = ExitCode.Ok)
{
    /// <summary>An answer that is well.</summary>
    public static implicit operator TableAnswer(CommandResult result) => new(result);
}
