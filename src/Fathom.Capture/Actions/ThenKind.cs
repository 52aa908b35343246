namespace Fathom.Capture.Actions;

/// <summary>What is done when a condition is met.</summary>
public enum ThenKind
{
    /// <summary>A dump, as <c>fathom dump</c> writes it.</summary>
    Dump,

    /// <summary>A snapshot of the managed heap, as <c>fathom heap --save</c> makes it.</summary>
    Snapshot,

    /// <summary>What the threads do, as <c>fathom stacks --save</c> has it.</summary>
    Stacks,

    /// <summary>A recording over time: what a ring holds, or what comes next.</summary>
    Recording,

    /// <summary>A command of the user.</summary>
    Exec,
}
