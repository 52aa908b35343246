namespace Fathom.Serializers.Capture;

/// <summary>What is kept of a measurement that was interrupted.</summary>
/// <param name="Path">The recording with what was finished; null where it was not to be saved.</param>
/// <param name="CanResume">Whether a measurement like this one can be gone on with when it is saved.</param>
public readonly record struct KeptMeasurement(string? Path, bool CanResume);
