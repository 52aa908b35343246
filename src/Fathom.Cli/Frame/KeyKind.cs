namespace Fathom.Cli.Frame;

/// <summary>Kinds of keys.</summary>
internal enum KeyKind
{
    /// <summary>None, or one that is not known.</summary>
    None,

    /// <summary>A letter.</summary>
    Letter,

    /// <summary>The arrow up.</summary>
    Up,

    /// <summary>The arrow down.</summary>
    Down,

    /// <summary>Enter.</summary>
    Enter,

    /// <summary>Escape.</summary>
    Back,
}
