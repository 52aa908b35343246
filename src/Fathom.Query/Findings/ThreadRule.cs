using Fathom.Model.Findings;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>A rule that judges a look at the threads of a process.</summary>
internal abstract class ThreadRule
{
    /// <summary>Its name in <c>findings</c> and in the documentation.</summary>
    public abstract string Name { get; }

    /// <summary>Why it cannot judge this look; null where it can.</summary>
    public virtual string? NotJudged(ThreadLook look) => null;

    /// <summary>What it finds.</summary>
    public abstract IEnumerable<Finding> Find(ThreadLook look);
}
