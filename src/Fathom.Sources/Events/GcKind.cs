namespace Fathom.Sources.Events;

/// <summary>How a garbage collection runs; the numbers are the runtime's.</summary>
public enum GcKind
{
    /// <summary>All managed threads stand still.</summary>
    Blocking = 0,

    /// <summary>Beside the program.</summary>
    Background = 1,

    /// <summary>A blocking one of a young generation during a background one.</summary>
    BlockingDuringBackground = 2,
}
