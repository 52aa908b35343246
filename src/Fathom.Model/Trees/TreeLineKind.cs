namespace Fathom.Model.Trees;

/// <summary>What a line of a tree stands for.</summary>
public enum TreeLineKind
{
    /// <summary>A process, or in it the method that the tree is about.</summary>
    Root,

    /// <summary>A method.</summary>
    Method,

    /// <summary>Some methods, each of which calls but the next one, and all of which are not the program's own.</summary>
    Run,

    /// <summary>Branches that are too small to be shown.</summary>
    Rest,
}
