using Fathom.Model.Findings;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>A rule that judges a look at the threads of a process.</summary>
internal abstract class ThreadRule : Rule
{
    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Threads, LookParts.Locks];

    /// <inheritdoc/>
    public override IReadOnlyList<string> FurtherParts { get; } = [LookParts.Objects];

    /// <inheritdoc/>
    public sealed override string? NotJudged(FindingLook look) => look.Threads is { } threads ? NotJudged(threads) : "the recording holds no snapshot of threads";

    /// <inheritdoc/>
    public sealed override IEnumerable<Finding> Find(FindingLook look) => Find(look.Threads!);

    /// <summary>Why it cannot judge this look; null where it can.</summary>
    public virtual string? NotJudged(ThreadLook look) => null;

    /// <summary>What it finds.</summary>
    public abstract IEnumerable<Finding> Find(ThreadLook look);
}
