using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>A way of making hostile bytes.</summary>
/// <param name="name">Its name in tables.</param>
/// <param name="description">In a few words.</param>
public abstract class Attack(string name, string description)
{
    /// <summary>Its name in tables.</summary>
    public string Name { get; } = name;

    /// <summary>In a few words.</summary>
    public string Description { get; } = description;

    /// <summary>Whether it works on the bytes of a case; the others have types of their own.</summary>
    public virtual bool NeedsCase => false;

    /// <summary>Makes the inputs, one when it is asked for.</summary>
    /// <param name="session">The serializer, and the case if it has one.</param>
    /// <param name="seed">What is drawn is drawn from it.</param>
    /// <param name="attempts">How many, for those that draw.</param>
    /// <exception cref="NotSupportedException">There is no such input for this format.</exception>
    public abstract IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts);
}
