namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A record structure.</summary>
/// <param name="Amount">How much.</param>
/// <param name="Unit">Of what.</param>
[Serializable]
public readonly partial record struct Measure(double Amount, string Unit);
