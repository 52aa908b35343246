using System.Globalization;

namespace Fathom.Model.Traces;

/// <summary>The bounds that a user gave of the time that is asked about: one at least, or intervals.</summary>
/// <param name="From">The begin; null for that of the recording.</param>
/// <param name="To">The end; null for that of the recording.</param>
public sealed record TimeBounds(TimeBound? From, TimeBound? To)
{
    /// <summary>The intervals between them that are asked about; null for all of that time.</summary>
    public DuringChoice? During { get; init; }

    /// <summary>The moment that counts as 0; null for the begin of the recording.</summary>
    public TimeBound? Zero { get; init; }

    /// <summary>Whether a part of the time is asked about, and not only counted from another moment.</summary>
    public bool IsPart => From is not null || To is not null || During is not null;

    /// <summary>The first option that was given, for messages.</summary>
    public string Option => (From ?? To)?.Option ?? (During is null ? TimeZero.Option : DuringChoice.Option);

    /// <summary>The same with the times of what the bounds lie at.</summary>
    /// <param name="durationNs">How long the recording is.</param>
    /// <param name="startUnixNs">When it began, in nanoseconds since 1970-01-01 UTC; null where it does not say.</param>
    /// <param name="find">The time of what a bound lies at; of an end, after the begin, which is null for a begin.</param>
    public TimeBounds Found(long durationNs, long? startUnixNs, Func<TimeBound, long?, long> find)
    {
        TimeBound? zero = Zero?.Anchor is null ? Zero : At(Zero, find(Zero, null));
        long? zeroNs = zero?.In(durationNs, startUnixNs);
        TimeBound? from = From?.Anchor is null ? Since(zeroNs, From) : At(From, find(From, null));
        long fromNs = from?.In(durationNs, startUnixNs) ?? 0;
        TimeBound? to = To?.Anchor is not null ? At(To, find(To, from is null ? -1 : fromNs))
            : To?.IsAfterFrom == true ? At(To, fromNs + To.OffsetNs)
            : Since(zeroNs, To);
        return this with { From = from, To = to, Zero = zero };
    }

    /// <summary>The moment that counts as 0, of bounds that were found; null for the begin of the recording.</summary>
    /// <param name="durationNs">How long the recording is.</param>
    /// <param name="startUnixNs">When it began, in nanoseconds since 1970-01-01 UTC; null where it does not say.</param>
    /// <param name="show">Writes a time in nanoseconds for people.</param>
    /// <exception cref="FathomException">It does not lie in the recording (<see cref="ExitCode.Usage"/>).</exception>
    public TimeZero? ZeroIn(long durationNs, long? startUnixNs, Func<long, string> show) =>
        Zero?.In(durationNs, startUnixNs) is not { } ns ? null
        : ns >= 0 && ns <= durationNs ? new TimeZero(Zero.Text, ns)
        : throw FathomException.Usage(
            $"'{Written(Zero)}' ({show(ns)}) is outside of the recording, which lasts from {show(0)} to {show(durationNs)}{Begin(startUnixNs)}.",
            $"give a time within, or something that happened in it: {TimeZero.Option} 0s");

    // With a moment that counts as 0 a time before it is negative, and no longer one from the end.
    private static TimeBound? Since(long? zeroNs, TimeBound? bound) => zeroNs is not { } ns || bound is null || bound.Moment is not null ? bound
        : At(bound, ns + (bound.IsFromEnd ? -bound.OffsetNs : bound.OffsetNs)) with { IsFromEnd = false };

    private static TimeBound At(TimeBound bound, long ns) => bound with { OffsetNs = ns, Anchor = null, IsAfterFrom = false };

    /// <summary>The part of a recording that lies between them.</summary>
    /// <param name="durationNs">How long the recording is.</param>
    /// <param name="startUnixNs">When it began, in nanoseconds since 1970-01-01 UTC; null where it does not say.</param>
    /// <param name="show">Writes a time in nanoseconds for people.</param>
    /// <exception cref="FathomException">Nothing of the recording lies between them (<see cref="ExitCode.Usage"/>).</exception>
    public TimeWindow Of(long durationNs, long? startUnixNs, Func<long, string> show)
    {
        long? from = From?.In(durationNs, startUnixNs), to = To?.In(durationNs, startUnixNs);
        if (from >= to)
        {
            throw FathomException.Usage(
                $"'{Written(From!)}' ({show(from.Value)}) is not before '{Written(To!)}' ({show(to.Value)}).",
                "--from is the earlier of the two");
        }

        if (from >= durationNs || to <= 0)
        {
            string bound = from >= durationNs ? $"'{Written(From!)}' ({show(from.Value)})" : $"'{Written(To!)}' ({show(to!.Value)})";
            throw FathomException.Usage(
                $"{bound} is outside of the recording, which lasts from {show(0)} to {show(durationNs)}{Begin(startUnixNs)}.",
                "leave it out for all of the recording, or give a time within: --from 0s");
        }

        // What lies on the last moment belongs to a window that goes on until then.
        return new TimeWindow(from <= 0 ? null : from, to >= durationNs ? null : to, durationNs);
    }

    private static string Written(TimeBound bound) => $"{bound.Option} {bound.Text}";

    private static string Begin(long? startUnixNs) => startUnixNs is { } unixNs ? $", from {Utc(unixNs)}" : "";

    private static string Utc(long unixNs) =>
        DateTimeOffset.UnixEpoch.AddTicks(unixNs / 100).ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture);
}
