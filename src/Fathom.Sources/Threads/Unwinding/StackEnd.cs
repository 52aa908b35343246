namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Why a stack was followed no further.</summary>
internal enum StackEnd
{
    /// <summary>The outermost frame was reached.</summary>
    Outermost,

    /// <summary>The rest of the stack was not copied.</summary>
    NotCopied,

    /// <summary>A frame returns to where no code is known.</summary>
    NoCode,

    /// <summary>A frame cannot be passed: its code does not tell how, and its frame pointer is none.</summary>
    Lost,

    /// <summary>The rest is what the kernel has followed by frame pointers.</summary>
    Joined,

    /// <summary>There are more frames than there is room for.</summary>
    TooLong,
}
