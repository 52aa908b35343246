namespace Fathom.Serializers.Profiles;

/// <summary>A part of the time of an operation.</summary>
/// <param name="Part">What for.</param>
/// <param name="DurationNs">How long, nanoseconds.</param>
/// <param name="Bounds">Bounds of an estimate, nanoseconds; null for what was measured.</param>
/// <param name="Samples">Samples that an estimate rests on; null for what was measured.</param>
public sealed record SplitPart(ProfilePart Part, long DurationNs, (long Low, long High)? Bounds, long? Samples);
