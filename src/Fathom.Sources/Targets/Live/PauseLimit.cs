using Fathom.Model;

namespace Fathom.Sources.Targets.Live;

/// <summary>The longest time that a user lets a process stand still.</summary>
internal static class PauseLimit
{
    // A stop without a limit ends when its work ends. This is for work that never does.
    private static readonly TimeSpan s_longest = TimeSpan.FromHours(1);

    /// <summary>When a stop must end.</summary>
    /// <param name="given">The limit, or null for none.</param>
    public static TimeSpan Of(TimeSpan? given) => given ?? s_longest;

    /// <summary>Refuses a stop that would give no answer within its limit. The process has not been stopped then.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="expected">How long it would presumably stand still.</param>
    /// <param name="given">The limit, or null for none.</param>
    /// <exception cref="FathomException">It would be longer.</exception>
    public static void Check(int processId, TimeSpan expected, TimeSpan? given)
    {
        if (given is { } limit && expected > limit)
            throw TargetErrors.TooLong(processId, expected, limit);
    }
}
