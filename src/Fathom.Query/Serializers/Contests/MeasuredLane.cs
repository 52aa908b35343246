using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers.Contests;

/// <summary>What was measured of a serializer and a case in one lane.</summary>
/// <param name="Lane">The lane.</param>
/// <param name="Serialize">Nanoseconds per operation.</param>
/// <param name="Deserialize">Nanoseconds per operation, every leaf of the result read once.</param>
/// <param name="SerializeAllocatedBytes">Bytes per operation over all threads, the median of the samples.</param>
/// <param name="DeserializeAllocatedBytes">The same for deserializing.</param>
/// <param name="IsSettled">Whether tiered compilation had come to rest in every process.</param>
public sealed record MeasuredLane(
    string Lane, Estimate? Serialize, Estimate? Deserialize, double? SerializeAllocatedBytes, double? DeserializeAllocatedBytes, bool IsSettled)
{
    /// <summary>Nanoseconds per operation of the samples of each round, without what the thread waited for a processor, by the number of the launch, in the order in which they were taken.</summary>
    public IReadOnlyDictionary<long, double[]> SerializeRounds { get; init; } = new Dictionary<long, double[]>();

    /// <summary>The same for deserializing.</summary>
    public IReadOnlyDictionary<long, double[]> DeserializeRounds { get; init; } = new Dictionary<long, double[]>();
}
