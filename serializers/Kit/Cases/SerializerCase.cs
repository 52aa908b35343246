namespace Fathom.Serializers.Kit.Cases;

/// <summary>Data to serialize, by name.</summary>
/// <param name="name">Its name on the command line and in tables.</param>
/// <param name="description">One sentence.</param>
public abstract class SerializerCase(string name, string description)
{
    /// <summary>Its name on the command line and in tables.</summary>
    public string Name { get; } = name;

    /// <summary>One sentence.</summary>
    public string Description { get; } = description;

    /// <summary>Whether the dial <see cref="CaseDials.Payload"/> changes it.</summary>
    public virtual bool HasPayload => false;

    /// <summary>Whether the dial <see cref="CaseDials.N"/> changes it; a case without is one object.</summary>
    public virtual bool HasCount => true;

    /// <summary>Whether values share references to one object, so that only serializers that keep identity get it right.</summary>
    public virtual bool SharesReferences => false;

    /// <summary>The type of the root.</summary>
    public abstract Type RootType { get; }

    /// <summary>Does something with the case's type known.</summary>
    public abstract TResult Accept<TResult>(ICaseVisitor<TResult> visitor);
}
