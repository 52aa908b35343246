namespace Fathom.Model.Memory;

/// <summary>The limit of a control group on the memory of a process.</summary>
/// <param name="LimitBytes">The lowest limit of its group and those that hold it.</param>
/// <param name="UsedBytes">What its group is charged for; null where the limit is one of an outer group, whose use is not known.</param>
public sealed record MemoryLimit(long LimitBytes, long? UsedBytes)
{
    /// <summary>The limit from the figures of a group; null where there is none.</summary>
    /// <param name="ownBytes">Its own limit, or null.</param>
    /// <param name="effectiveBytes">The lowest of its own and those of the groups that hold it, or null.</param>
    /// <param name="currentBytes">What it is charged for, or null.</param>
    public static MemoryLimit? Of(long? ownBytes, long? effectiveBytes, long? currentBytes) =>
        (effectiveBytes ?? ownBytes) is not { } lowest ? null
            // Nothing says what the other groups in an outer one use.
            : new MemoryLimit(lowest, ownBytes == lowest ? currentBytes : null);
}
