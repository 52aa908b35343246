namespace Fathom.Serializers.Facts;

/// <summary>Whether a library is still worked on, and what says so.</summary>
/// <param name="State">The state.</param>
/// <param name="Reason">The facts that it rests on, with their dates.</param>
public sealed record MaintenanceJudgement(MaintenanceState State, string Reason)
{
    /// <summary>The state as tables name it.</summary>
    public string StateName => State switch
    {
        MaintenanceState.Active => "active",
        MaintenanceState.Unclear => "unclear",
        MaintenanceState.Maintenance => "maintenance",
        MaintenanceState.InTheBox => "in the box",
        _ => "unknown",
    };
}
