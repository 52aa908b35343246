namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>What volunteers do at an event.</summary>
public enum EventKind
{
    Itinerary,
    Rally,
    Deployment,
}
