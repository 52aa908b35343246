namespace Fathom.Sources.Inspection;

/// <summary>A delegate with many targets, and who they are.</summary>
/// <param name="Delegate">The delegate.</param>
/// <param name="TargetType">The most frequent type of targets; null for static methods.</param>
/// <param name="TargetTypeCount">Targets of that type.</param>
internal sealed record EventTargets(DelegateCandidate Delegate, string? TargetType, long TargetTypeCount)
{
    /// <summary>The field that holds the delegate; null where none was found.</summary>
    public DelegateOwner? Owner { get; init; }
}
