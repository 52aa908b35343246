namespace Fathom.Serializers.Suites;

/// <summary>What a size is expected to take.</summary>
/// <param name="TimeNs">Nanoseconds of a write and a read.</param>
/// <param name="Exponent">By which power of the number of objects the time grew last.</param>
/// <param name="LastN">The largest size that was measured.</param>
/// <param name="LastNs">What that took.</param>
public readonly record struct GrowthPrediction(double TimeNs, double Exponent, long LastN, double LastNs);
