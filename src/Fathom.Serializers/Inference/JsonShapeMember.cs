namespace Fathom.Serializers.Inference;

/// <summary>A member of objects at one place.</summary>
/// <param name="key">Its name in the document.</param>
internal sealed class JsonShapeMember(string key)
{
    /// <summary>Its name in the document.</summary>
    public string Key { get; } = key;

    /// <summary>What its values are.</summary>
    public JsonShape Shape { get; } = new();

    /// <summary>The numbers of the objects that have it: a name that stands twice in an object counts once.</summary>
    public HashSet<int> Objects { get; } = [];
}
