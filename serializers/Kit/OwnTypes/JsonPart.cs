namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>A part of a JSON document.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">The text, the digits, or the word.</param>
/// <param name="Items">Elements of an array, or values of an object.</param>
/// <param name="Names">Names of the values of an object.</param>
internal sealed record JsonPart(JsonPartKind Kind, string Text, List<JsonPart> Items, List<string> Names)
{
    /// <summary>It as JSON again, without white space.</summary>
    public string ToJson() => Kind switch
    {
        JsonPartKind.Text => Quote(Text),
        JsonPartKind.Array => $"[{string.Join(',', Items.Select(static one => one.ToJson()))}]",
        JsonPartKind.Object => $"{{{string.Join(',', Items.Select((one, at) => $"{Quote(Names[at])}:{one.ToJson()}"))}}}",
        _ => Text,
    };

    /// <summary>A part without parts.</summary>
    public static JsonPart Leaf(JsonPartKind kind, string text) => new(kind, text, [], []);

    private static string Quote(string text)
    {
        System.Text.StringBuilder quoted = new("\"");
        foreach (char c in text)
        {
            if (c is '"' or '\\')
                quoted.Append('\\').Append(c);
            else if (c < ' ')
                quoted.Append("\\u").Append(((int)c).ToString("x4", System.Globalization.CultureInfo.InvariantCulture));
            else
                quoted.Append(c);
        }

        return quoted.Append('"').ToString();
    }
}
