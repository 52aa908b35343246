namespace Fathom.Formats.PerfData.Events;

/// <summary>What a <see cref="SystemCall"/> tells of.</summary>
public enum SystemCallKind
{
    /// <summary>Nothing that is known.</summary>
    None = 0,

    /// <summary>A call that returned.</summary>
    Call = 1,

    /// <summary>
    /// A descriptor that was open at the start: its number is the first argument, its flags the second one, its name the path.
    /// </summary>
    Descriptor = 2,

    /// <summary>The current folder of a process at the start.</summary>
    Folder = 3,

    /// <summary>A call of which only name, times and result are asked for.</summary>
    Traced = 4,

    /// <summary>Both this and <see cref="Call"/>.</summary>
    CallAndTraced = 5,
}
