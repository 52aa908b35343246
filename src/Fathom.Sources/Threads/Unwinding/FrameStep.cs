namespace Fathom.Sources.Threads.Unwinding;

/// <summary>What came of the step from a frame to its caller.</summary>
internal enum FrameStep
{
    /// <summary>The registers are those of the caller.</summary>
    Done,

    /// <summary>The frame has no caller.</summary>
    Outermost,

    /// <summary>The caller's registers lie where the stack was not copied.</summary>
    NotCopied,

    /// <summary>A register that is needed is not known, or the caller would lie inside of the frame: something is damaged, or not as its code says.</summary>
    Lost,
}
