using System.Reflection;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>
/// Finds a generic class by its name in C# with what it is made of: <c>Shop.Page&lt;Shop.Order&gt;</c>, <c>Pair&lt;int, List&lt;Order&gt;&gt;</c>. What it is made of is a type of the
/// assembly, by its full or short name, a word of C# for a type, or a type of the framework by its name; <c>[]</c> and <c>?</c> may stand behind it.
/// </summary>
/// <param name="assembly">The assembly of the class.</param>
/// <param name="types">Its types.</param>
internal sealed class ClosedGenericName(Assembly assembly, Type[] types)
{
    private static readonly Dictionary<string, Type> s_words = new(StringComparer.Ordinal)
    {
        ["bool"] = typeof(bool), ["byte"] = typeof(byte), ["sbyte"] = typeof(sbyte), ["char"] = typeof(char), ["decimal"] = typeof(decimal), ["double"] = typeof(double),
        ["float"] = typeof(float), ["int"] = typeof(int), ["uint"] = typeof(uint), ["long"] = typeof(long), ["ulong"] = typeof(ulong), ["short"] = typeof(short),
        ["ushort"] = typeof(ushort), ["string"] = typeof(string), ["object"] = typeof(object),
    };

    private static readonly string[] s_spaces = ["", "System.", "System.Collections.Generic."];

    /// <summary>The type of a name.</summary>
    /// <exception cref="OwnTypeException">There is none, or it cannot be made of that.</exception>
    public Type Find(string name)
    {
        string text = name.Trim();
        if (text.EndsWith("[]", StringComparison.Ordinal))
            return Find(text[..^2]).MakeArrayType();
        if (text.EndsWith('?'))
            return Find(text[..^1]) is { IsValueType: true } value ? typeof(Nullable<>).MakeGenericType(value) : Find(text[..^1]);
        int open = text.IndexOf('<', StringComparison.Ordinal);
        if (open < 0)
            return Named(text) ?? throw OwnTypeFinder.Missing(assembly, text, types);
        if (!text.EndsWith('>'))
            throw new OwnTypeException($"'{name}' has a '<' and does not end with '>'", "write it as Namespace.Type<Namespace.Other>");
        Type[] arguments = [.. Parts(text[(open + 1)..^1]).Select(Find)];
        Type type = Named($"{text[..open]}`{arguments.Length}") ?? throw OwnTypeFinder.Missing(assembly, $"{text[..open]}`{arguments.Length}", types);
        try
        {
            return type.MakeGenericType(arguments);
        }
        catch (ArgumentException reason)
        {
            throw new OwnTypeException($"'{name}' cannot be: {reason.Message}", "give a type that satisfies the constraints ('where') of the class");
        }
    }

    /// <summary>How a generic type is named with what it is made of.</summary>
    public static string Example(Type type) =>
        $"{type.FullName![..type.FullName!.IndexOf('`', StringComparison.Ordinal)].Replace('+', '.')}<{string.Join(", ", type.GetGenericArguments().Select(static _ => "int"))}>";

    private Type? Named(string name) => s_words.GetValueOrDefault(name)
        ?? Array.Find(types, one => one.FullName == name || one.FullName?.Replace('+', '.') == name)
        ?? (Array.FindAll(types, one => one.Name == name) is [var only] ? only : null)
        ?? s_spaces.Select(space => Type.GetType(space + name) ?? typeof(Stack<>).Assembly.GetType(space + name)).FirstOrDefault(static one => one is not null);

    // Parted by the commas that stand in no brackets of their own.
    private static List<string> Parts(string text)
    {
        List<string> parts = [];
        int depth = 0, start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            depth += text[i] switch { '<' => 1, '>' => -1, _ => 0 };
            if (text[i] != ',' || depth > 0)
                continue;
            parts.Add(text[start..i]);
            start = i + 1;
        }

        parts.Add(text[start..]);
        return parts;
    }
}
