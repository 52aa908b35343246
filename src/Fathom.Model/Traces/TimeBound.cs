
namespace Fathom.Model.Traces;

/// <summary>A bound of a part of the time of a recording, as a user gave it: from its begin, from its end, or as a moment.</summary>
/// <param name="Option">Name of the option, for messages.</param>
/// <param name="Text">Its value, for messages.</param>
/// <param name="OffsetNs">From the begin of the recording, or from its end where <paramref name="IsFromEnd"/>; 0 for a moment.</param>
/// <param name="IsFromEnd">Whether it counts from the end.</param>
/// <param name="Moment">The moment; null for an offset.</param>
/// <param name="IsAfterFrom">Whether it counts from the other bound, the begin.</param>
/// <param name="Anchor">What of the recording it lies at, until that was found; null for none.</param>
public sealed record TimeBound(
    string Option, string Text, long OffsetNs, bool IsFromEnd, DateTimeOffset? Moment, bool IsAfterFrom = false, TimeAnchor? Anchor = null)
{
    private const long NanosecondsPerTick = 100;

    /// <summary>Where it lies, in nanoseconds since the begin of a recording.</summary>
    /// <param name="durationNs">How long the recording is.</param>
    /// <param name="startUnixNs">When it began, in nanoseconds since 1970-01-01 UTC; null where it does not say.</param>
    /// <exception cref="FathomException">It is a moment, and no begin is known (<see cref="ExitCode.Usage"/>).</exception>
    public long In(long durationNs, long? startUnixNs)
    {
        if (Moment is not { } moment)
            return IsFromEnd ? durationNs - OffsetNs : OffsetNs;
        long unixNs = (moment.UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) * NanosecondsPerTick;
        return unixNs - (startUnixNs ?? throw FathomException.Usage(
            $"'{Option} {Text}' is a moment, and the recording does not say when it began.", $"count from its begin: {Option} 2s"));
    }
}
