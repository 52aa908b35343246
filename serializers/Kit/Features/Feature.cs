using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Features;

/// <summary>One row of the feature matrix: a value that a serializer gets right or does not.</summary>
/// <param name="name">Its name in tables.</param>
/// <param name="group">The heading it stands under.</param>
/// <param name="description">What the value is, in a few words.</param>
public abstract class Feature(string name, string group, string description)
{
    /// <summary>Its name in tables.</summary>
    public string Name { get; } = name;

    /// <summary>The heading it stands under.</summary>
    public string Group { get; } = group;

    /// <summary>What the value is, in a few words.</summary>
    public string Description { get; } = description;

    /// <summary>Whether it may end or stop the process that tries it, so that it needs one of its own.</summary>
    public bool IsRisky { get; init; }

    /// <summary>Whether objects that are shared must be shared again.</summary>
    public bool KeepsIdentity { get; init; }

    /// <summary>Writes, reads and compares the value.</summary>
    /// <param name="adapter">The serializer.</param>
    /// <param name="fresh">Whether what is read must be new objects, as all but a floor's are.</param>
    public abstract CheckResult Try(SerializerAdapter adapter, bool fresh);
}
