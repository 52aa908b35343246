using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Checks;

/// <summary>What a check measured, as far as it did.</summary>
/// <param name="InputBytes">Size of the input.</param>
/// <param name="PeakBytes">Most bytes of the managed heap for it.</param>
/// <param name="LohBytes">Most bytes of large objects among them.</param>
/// <param name="ResidentBytes">Most memory that the process gained for one input.</param>
/// <param name="ResidentInputBytes">Size of that input.</param>
/// <param name="DurationNs">How long it took.</param>
public readonly record struct CheckFigures(long? InputBytes, long? PeakBytes = null, long? LohBytes = null, long? ResidentBytes = null, long? ResidentInputBytes = null, long? DurationNs = null)
{
    /// <summary>Those of an answer.</summary>
    public static CheckFigures Of(Message line)
    {
        return new(Fact("input_bytes"), Fact("peak_bytes"), Fact("loh_bytes"), Fact("resident_bytes"), Fact("resident_input_bytes"), Fact("duration_ns"));

        long? Fact(string name) => line.Text(name) is { Length: > 0 } ? line.Number(name) : null;
    }
}
