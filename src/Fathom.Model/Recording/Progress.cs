namespace Fathom.Model.Recording;

/// <summary>How far a long step has come.</summary>
/// <param name="Step">What is being done, as a short phrase in the present ("walking the heap").</param>
/// <param name="Done">Units done.</param>
/// <param name="Total">Units in all, or 0 where it is not known.</param>
/// <param name="Detail">What changes within the step, for a line that is updated; empty for nothing.</param>
public readonly record struct Progress(string Step, long Done, long Total, string Detail = "")
{
    /// <summary>Whether another program writes to the same terminal meanwhile: then the step is said once, and no line is drawn between what that program writes.</summary>
    public bool IsShared { get; init; }
}
