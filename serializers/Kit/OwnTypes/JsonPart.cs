namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>A part of a JSON document.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">The text, the digits, or the word.</param>
/// <param name="Items">Elements of an array, or values of an object.</param>
/// <param name="Names">Names of the values of an object.</param>
internal sealed record JsonPart(JsonPartKind Kind, string Text, List<JsonPart> Items, List<string> Names)
{
    /// <summary>A part without parts.</summary>
    public static JsonPart Leaf(JsonPartKind kind, string text) => new(kind, text, [], []);
}
