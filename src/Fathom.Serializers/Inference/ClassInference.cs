using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.Model;

namespace Fathom.Serializers.Inference;

/// <summary>
/// Finds classes for a JSON document: an object is a class, an array a list whose elements are merged to one type, a number the narrowest of int, long, double
/// and decimal that keeps its digits, a text that is a date everywhere a date. What is null or absent somewhere may be null. Objects whose names all start
/// with a digit are dictionaries. Where values of several sorts meet, the member is a text that holds the JSON.
/// </summary>
public sealed class ClassInference
{
    // A class of one of these names would hide what the others are made of.
    private readonly HashSet<string> _classes = ["DateTime", "DateTimeOffset", "List", "Dictionary", "DataMember", "DataContract", "Serializable", "JsonPropertyName", "System"];
    private readonly List<string> _notes = [];
    private readonly StringBuilder _text = new();

    private ClassInference()
    {
    }

    /// <summary>Infers.</summary>
    /// <param name="document">The document: an object, or an array of objects.</param>
    /// <param name="space">The namespace of the classes.</param>
    /// <param name="root">The name of the root class.</param>
    /// <exception cref="FathomException">The document has no objects.</exception>
    public static InferredSource Infer(JsonElement document, string space, string root)
    {
        JsonShape shape = new();
        shape.Add(document);
        JsonShape objects = shape.Element ?? shape;
        if (objects.Members is null || objects.IsMixed || shape.IsMixed)
            throw FathomException.Usage("The sample holds no object to make a class of.", "give a file with a JSON object, or an array of objects");
        ClassInference inference = new();
        string rootClass = Identifiers.Unique(Identifiers.Pascal(root), inference._classes);
        inference.Write(rootClass, objects, "");
        string text = $"using System;\nusing System.Collections.Generic;\nusing System.Runtime.Serialization;\nusing System.Text.Json.Serialization;\n"
            + $"\n#nullable enable\n\nnamespace {space};\n{inference._text}";
        return new InferredSource(text, space, rootClass, inference._notes);
    }

    private void Write(string name, JsonShape shape, string path)
    {
        StringBuilder body = new();
        List<Action> inner = [];
        HashSet<string> taken = [name];
        int order = 0;
        foreach (JsonShapeMember member in shape.Members!)
        {
            string own = Identifiers.Unique(Identifiers.Pascal(member.Key), taken);
            string at = path.Length == 0 ? member.Key : $"{path}.{member.Key}";
            bool mayBeNull = member.Shape.HasNull || member.Objects.Count < shape.Objects;
            string type = TypeOf(member.Shape, own, at, inner);
            string start = mayBeNull ? "" : StartOf(type, member.Shape);
            string key = Literal(member.Key);
            body.Append(
                CultureInfo.InvariantCulture,
                $"\n    [DataMember(Name = {key}, Order = {++order})]\n    [JsonPropertyName({key})]\n    public {type}{(mayBeNull ? "?" : "")} {own} {{ get; set; }}{start}\n");
        }

        _text.Append(CultureInfo.InvariantCulture, $"\n[Serializable]\n[DataContract]\npublic partial class {name}\n{{{body}}}\n");
        foreach (Action one in inner)
            one();
    }

    private static string StartOf(string type, JsonShape shape) => shape switch
    {
        _ when type == "string" => " = \"\";",
        { Element: not null } or { IsMap: true } => " = [];",
        { Members: not null } => " = null!;",
        _ => "",
    };

    // Classes are named before any is written, so that names do not depend on what a class contains.
    private string TypeOf(JsonShape shape, string name, string path, List<Action> inner)
    {
        if (shape.IsMixed)
            return Text($"{path} has values of several sorts: it is a text that holds the JSON");

        if (shape.Element is { } element)
            return $"List<{TypeOf(element, Identifiers.Singular(name), $"{path}[]", inner)}{(element.HasNull ? "?" : "")}>";
        if (shape.IsMap)
            return MapOf(shape, name, path, inner);
        if (shape.Members is not null)
        {
            string made = Identifiers.Unique(name, _classes);
            inner.Add(() => Write(made, shape, path));
            return made;
        }

        return shape switch
        {
            { HasFlag: true } => "bool",
            { HasBeyondNumbers: true } => Text($"{path} has a number that is too large for any type: it is a text that holds the JSON"),
            { Number: NumberKind.Int } => "int",
            { Number: NumberKind.Long } => "long",
            { Number: NumberKind.Double } => "double",
            { Number: NumberKind.Decimal } => "decimal",
            { HasText: true } => "string",
            { HasMoment: true, HasOffset: true } => Text($"{path} has dates with and without an offset: it is a text"),
            { HasMoment: true } => "DateTime",
            { HasOffset: true } => "DateTimeOffset",
            { HasNull: true } => Text($"{path} is null everywhere: it is a text that may be null"),
            _ => Text($"{path} is never present, as the array is empty: it is a text"),
        };

        string Text(string why)
        {
            _notes.Add(why);
            return "string";
        }
    }

    private string MapOf(JsonShape shape, string name, string path, List<Action> inner)
    {
        _notes.Add($"{path} is a dictionary, as its names all start with a digit");
        JsonShape values = new();
        foreach (JsonShapeMember member in shape.Members!)
            values.Merge(member.Shape);
        return $"Dictionary<string, {TypeOf(values, Identifiers.Singular(name), $"{path}.*", inner)}{(values.HasNull ? "?" : "")}>";
    }

    private static string Literal(string text)
    {
        StringBuilder literal = new("\"");
        foreach (char c in text)
        {
            if (c is '"' or '\\')
                literal.Append('\\').Append(c);
            else if (c is >= ' ' and < (char)0x7f)
                literal.Append(c);
            else
                literal.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}");
        }

        return literal.Append('"').ToString();
    }
}
