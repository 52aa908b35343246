namespace Fathom.Serializers.Kit.Adapters;

/// <summary>What a program is in a comparison.</summary>
public enum SerializerRole
{
    /// <summary>It is compared and ranked.</summary>
    Serializer,

    /// <summary>A bound: work that nobody can do without. It is shown, never ranked.</summary>
    Floor,

    /// <summary>It does nothing: what the suite itself costs per operation. It is shown, never ranked and never verified.</summary>
    Overhead,

    /// <summary>A program that ends at once: only its start is measured.</summary>
    Process,
}
