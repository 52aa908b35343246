using Fathom.Model.Statistics;
using Fathom.Query.Serializers.Contests;

namespace Fathom.Query.Serializers;

/// <summary>What was measured of one operation of a serializer with a case in a lane.</summary>
/// <param name="Time">Nanoseconds per operation.</param>
/// <param name="AllocatedBytes">Bytes per operation over all threads, the median of the samples.</param>
/// <param name="Launches">What an operation took in each process, without what the thread waited for a processor: the median of its samples, by the number of the launch.</param>
internal sealed record MeasuredOperation(Estimate Time, double? AllocatedBytes, IReadOnlyDictionary<long, double> Launches)
{
    /// <summary>The operations, in the order in which they are shown.</summary>
    public static IReadOnlyList<string> Names { get; } = ["serialize", "deserialize"];

    /// <summary>An operation of a lane; null where it was not measured.</summary>
    /// <param name="lane">The lane; null where it was not measured.</param>
    /// <param name="name">One of <see cref="Names"/>.</param>
    public static MeasuredOperation? Of(MeasuredLane? lane, string name) => (name == Names[0]
        ? (lane?.Serialize, lane?.SerializeAllocatedBytes, lane?.SerializeRounds)
        : (lane?.Deserialize, lane?.DeserializeAllocatedBytes, lane?.DeserializeRounds)) is ({ } time, var allocated, { } rounds)
        ? new MeasuredOperation(time, allocated, rounds.ToDictionary(static one => one.Key, static one => LaunchMedians.MedianOf(one.Value)))
        : null;
}
