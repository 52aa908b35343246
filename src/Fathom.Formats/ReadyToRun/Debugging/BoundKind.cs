namespace Fathom.Formats.ReadyToRun.Debugging;

/// <summary>What a stretch of native code was made from.</summary>
public enum BoundKind
{
    /// <summary>From an IL instruction.</summary>
    Body,

    /// <summary>It builds the frame, before the first IL instruction.</summary>
    Prolog,

    /// <summary>It takes the frame down, behind the last IL instruction.</summary>
    Epilog,

    /// <summary>The compiler added it, or lost where it is from.</summary>
    Unmapped,
}
