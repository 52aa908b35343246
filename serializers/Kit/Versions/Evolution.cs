using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Versions;

/// <summary>A change of a type: one version writes, the other reads.</summary>
/// <param name="name">Its name in tables, with the direction: "rename: v1 to v2".</param>
/// <param name="description">What changed, in a few words.</param>
public abstract class Evolution(string name, string description)
{
    /// <summary>Its name in tables.</summary>
    public string Name { get; } = name;

    /// <summary>What changed.</summary>
    public string Description { get; } = description;

    /// <summary>
    /// Writes with one version and reads with the other: ok, lost (a member is missing), error (an exception), silent corruption (another value without an error), or
    /// refused (the serializer does not take the type even without a change).
    /// </summary>
    public abstract CheckResult Try(SerializerAdapter adapter);
}
