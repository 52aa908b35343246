namespace Fathom.Model.Trees;

/// <summary>A line of a tree.</summary>
/// <param name="Kind">What it stands for.</param>
/// <param name="Id">Its number in the tree, from 1.</param>
/// <param name="ParentId">The line that it lies below; null for a root.</param>
/// <param name="Depth">Lines above it up to its root.</param>
/// <param name="Process">Position of the process in the profile; -1 for what several have together.</param>
/// <param name="Method">Position of the method in the profile, of a run the first one; -1 for none.</param>
/// <param name="Merged">How many methods a run has, or how many branches are too small.</param>
/// <param name="Total">What was measured with it on the stack.</param>
/// <param name="Self">What was measured where the stack goes no further; of what has several methods, in all of them.</param>
public sealed record TreeLine(
    TreeLineKind Kind, int Id, int? ParentId, int Depth, int Process, int Method, int Merged, TreeSum Total, TreeSum Self)
{
    /// <summary>What connects it with its parent on a screen.</summary>
    public string Lead { get; init; } = "";

    /// <summary>What is measured in its process as a whole, of which it is a share.</summary>
    public TreeSum Whole { get; init; }
}
