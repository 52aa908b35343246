namespace Fathom.Model;

/// <summary>What the process returns. The numbers are part of the command line's contract and never change.</summary>
public enum ExitCode
{
    /// <summary>The answer is complete. An answer with no rows is complete too, and said on stderr.</summary>
    Ok = 0,

    /// <summary>Fathom itself failed, or the answer is partial: ranges were skipped or parts failed.</summary>
    Partial = 1,

    /// <summary>The command line is wrong; nothing was read or written.</summary>
    Usage = 2,

    /// <summary>The target or file is the problem: absent, of another kind, damaged, or not ours to read.</summary>
    Target = 3,

    /// <summary>This machine cannot do it.</summary>
    NotPossible = 4,

    /// <summary>A limit given by <c>--fail-if</c> is broken. Codes 1 to 4 win over it.</summary>
    LimitBroken = 10,

    /// <summary>Interrupted (Ctrl-C) before the result was complete.</summary>
    Interrupted = 130,

    /// <summary>Ended by SIGTERM before the result was complete.</summary>
    Terminated = 143,
}
