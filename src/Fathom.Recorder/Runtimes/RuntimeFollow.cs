namespace Fathom.Recorder.Runtimes;

/// <summary>Which .NET processes are recorded beside those that are named.</summary>
public enum RuntimeFollow
{
    /// <summary>None.</summary>
    None,

    /// <summary>Those that a recorded process starts, and theirs.</summary>
    Children,

    /// <summary>All that run and all that start.</summary>
    All,
}
