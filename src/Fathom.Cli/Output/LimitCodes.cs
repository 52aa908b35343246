namespace Fathom.Cli.Output;

/// <summary>What limits make of the exit code of an answer.</summary>
internal static class LimitCodes
{
    /// <summary>The code with what further limits come to. A code that says that the answer itself is not whole wins.</summary>
    /// <param name="code">The code of the answer.</param>
    /// <param name="isBroken">Whether any limit is broken.</param>
    /// <param name="isOpen">Whether any could not be judged: silence would read as a pass.</param>
    public static ExitCode With(this ExitCode code, bool isBroken, bool isOpen) =>
        code is not (ExitCode.Ok or ExitCode.LimitBroken) ? code : isOpen ? ExitCode.Partial : isBroken ? ExitCode.LimitBroken : code;
}
