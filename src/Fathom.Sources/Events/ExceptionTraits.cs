namespace Fathom.Sources.Events;

/// <summary>What the runtime says of an exception; the numbers are the runtime's.</summary>
[Flags]
public enum ExceptionTraits
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>It has an inner exception.</summary>
    HasInner = 1,

    /// <summary>It was thrown within a handler of another one.</summary>
    Nested = 2,

    /// <summary>It was thrown again.</summary>
    Rethrown = 4,

    /// <summary>The state of the process may be corrupted.</summary>
    CorruptedState = 8,

    /// <summary>It is a managed exception.</summary>
    ClsCompliant = 16,
}
