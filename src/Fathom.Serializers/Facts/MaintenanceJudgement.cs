namespace Fathom.Serializers.Facts;

/// <summary>Whether a library is still worked on, and what says so.</summary>
/// <param name="State">The state.</param>
/// <param name="Reason">The facts that it rests on, with their dates.</param>
public sealed record MaintenanceJudgement(MaintenanceState State, string Reason);
