namespace Fathom.Model.Trees;

/// <summary>What stands in a place of a stack.</summary>
public enum TreeFrameKind
{
    /// <summary>A method or a native function.</summary>
    Method,

    /// <summary>Nothing is known: the sample or wait has no stack.</summary>
    NoStack,

    /// <summary>A pause of all threads of the process by the garbage collector.</summary>
    Collection,

    /// <summary>Calls that a format with limited room leaves out.</summary>
    Folded,
}
