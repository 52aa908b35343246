namespace Fathom.Model.Trees;

/// <summary>What a tree leaves out.</summary>
/// <param name="MinShare">The least share of its process that a branch has a line for, from 0 to 1.</param>
/// <param name="FoldsRuns">Whether methods of others become one line where each calls but the next.</param>
/// <param name="GathersRests">Whether what is too small stands once at the end of a process, unless it is as large as a line.</param>
/// <param name="IsOfMethod">Whether roots are a method that the tree is about, and not whole processes.</param>
public sealed record TreeOptions(double MinShare, bool FoldsRuns, bool GathersRests, bool IsOfMethod = false)
{
    /// <summary>The least share where none is given.</summary>
    public const double UsualShare = 0.01;
}
