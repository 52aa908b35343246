namespace Fathom.Sources.Heap.Types;

/// <summary>
/// How many parts the descriptions of all types together may have. Memory of a target can claim any number for each of many false types; the longest description of the runtime itself has a few
/// hundred.
/// </summary>
/// <param name="mostParts">The number.</param>
internal sealed class LayoutBudget(long mostParts = LayoutBudget.UsualParts)
{
    // 32 bytes each while they are read, and 16 afterwards.
    private const long UsualParts = 1 << 22;

    // So many are always read: a walk tells a limited number of types apart.
    private const int FreeParts = 16;

    // No single type takes what all others need.
    private const int Share = 4;

    private long _left = mostParts;

    /// <summary>Takes room for a description; where there is none, the references of the type stay unknown, which a walk counts.</summary>
    public bool TryTake(long parts)
    {
        if (parts <= FreeParts)
            return true;
        if (parts > _left / Share)
            return false;
        _left -= parts;
        return true;
    }
}
