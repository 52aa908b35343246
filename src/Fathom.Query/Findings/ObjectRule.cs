using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>A rule that judges a look at the objects of a heap.</summary>
internal abstract class ObjectRule : Rule
{
    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Objects];

    /// <inheritdoc/>
    public sealed override string? NotJudged(FindingLook look) =>
        look.Objects is { } objects ? NotJudged(objects) : "the recording holds no snapshot of the heap's objects; fathom findings --save makes one";

    /// <inheritdoc/>
    public sealed override IEnumerable<Finding> Find(FindingLook look) => Find(look.Objects!);

    /// <summary>Why it cannot judge this look; null where it can.</summary>
    public virtual string? NotJudged(ObjectLook look) => null;

    /// <summary>What it finds.</summary>
    public abstract IEnumerable<Finding> Find(ObjectLook look);
}
