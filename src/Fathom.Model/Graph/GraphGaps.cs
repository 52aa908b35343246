namespace Fathom.Model.Graph;

/// <summary>
/// Where a graph lacks references that the heap has. What no root reaches in such a graph may be alive all the same: whoever calls it dead has to ask here.
/// </summary>
/// <param name="Objects">Objects some of whose references are not known.</param>
/// <param name="IsElsewhere">Whether something is missing that belongs to no object of the graph: roots, or objects that could not be walked.</param>
public sealed record GraphGaps(IReadOnlyList<uint> Objects, bool IsElsewhere)
{
    /// <summary>Of a graph that lacks nothing.</summary>
    public static GraphGaps None { get; } = new([], false);

    /// <summary>
    /// Whether a mark found all that is alive. References of an object that nothing reaches would not have led to more.
    /// </summary>
    /// <param name="live">What the roots reach.</param>
    public bool LeaveWhole(ObjectBits live)
    {
        if (IsElsewhere)
            return false;
        foreach (uint number in Objects)
        {
            if (live[number])
                return false;
        }

        return true;
    }
}
