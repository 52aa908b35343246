using Fathom.Serializers.Inference;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The user's own type as a case, with the assembly that was made for it as long as it is measured.</summary>
/// <param name="planned">The case; null where none was asked for.</param>
/// <param name="made">The assembly of inferred classes; null where the user has one.</param>
internal sealed class OwnCase(PlannedCase? planned, InferredAssembly? made) : IDisposable
{
    /// <summary>The plan with the case.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="keepCases">Whether its own cases stay.</param>
    public SuitePlan AddTo(SuitePlan plan, bool keepCases) => planned is null ? plan : plan with { Cases = keepCases ? [planned, .. plan.Cases] : [planned] };

    /// <inheritdoc/>
    public void Dispose() => made?.Dispose();
}
