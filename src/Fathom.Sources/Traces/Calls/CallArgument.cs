namespace Fathom.Sources.Traces.Calls;

/// <summary>What an argument of a system call means.</summary>
public enum CallArgument
{
    /// <summary>Nothing that is asked for.</summary>
    None,

    /// <summary>A path.</summary>
    Path,

    /// <summary>The second path.</summary>
    OtherPath,

    /// <summary>The descriptor of the folder that the path begins in.</summary>
    Dir,

    /// <summary>That of the second path.</summary>
    OtherDir,

    /// <summary>A descriptor.</summary>
    Fd,

    /// <summary>The second descriptor.</summary>
    OtherFd,

    /// <summary>Bytes that are asked for.</summary>
    Size,

    /// <summary>Flags.</summary>
    Flags,

    /// <summary>Place in the file.</summary>
    Offset,

    /// <summary>What is to be done, of calls that can do several things.</summary>
    Command,

    /// <summary>The last descriptor of a range.</summary>
    Last,

    /// <summary>Where the two descriptors are written that it makes.</summary>
    Pair,
}
