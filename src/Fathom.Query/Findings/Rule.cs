using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>A rule that judges what a recording holds.</summary>
internal abstract class Rule
{
    /// <summary>Its name in <c>findings</c> and in the documentation.</summary>
    public abstract string Name { get; }

    /// <summary>
    /// Whether what it finds wastes memory but does not say why there is so much of it. Such a finding stands below those that name a cause, such as an event
    /// that keeps its subscribers: the waste is mostly theirs.
    /// </summary>
    public virtual bool IsWaste => false;

    /// <summary>The parts of a look that it needs, as in <see cref="LookParts"/>. Where one was not finished, what the rule would say is not known.</summary>
    public abstract IReadOnlyList<string> Parts { get; }

    /// <summary>The parts that let it find more. Where one was not finished, what it finds is right, and that it finds nothing says nothing.</summary>
    public virtual IReadOnlyList<string> FurtherParts => [];

    /// <summary>Why it cannot judge this look; null where it can.</summary>
    public abstract string? NotJudged(FindingLook look);

    /// <summary>What it finds. Called only where it can judge.</summary>
    public abstract IEnumerable<Finding> Find(FindingLook look);
}
