using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Says what a serializer needs of a type: from the declaration of its classes, and from what it said itself.</summary>
internal static class OwnTypeNeeds
{
    private const string NoCycles = "no cycles, or settings that keep references";
    private const string Declared = "to be declared where its base class stands ([JsonDerivedType], [KnownType], [XmlInclude]), or settings that write type names";

    /// <summary>What it said, the outermost message first: the inner ones name the member.</summary>
    public static string Reason(Exception reason)
    {
        List<string> messages = [];
        for (Exception? one = reason; one is not null; one = one.InnerException)
        {
            string message = one.Message.TrimEnd();
            if (one is not (System.Reflection.TargetInvocationException or TypeInitializationException) && !messages.Contains(message))
                messages.Add(message);
        }

        return string.Join(" ", messages);
    }

    /// <summary>What to do about an exception.</summary>
    /// <param name="reason">What was thrown.</param>
    /// <param name="declared">What the serializer needs by the declaration of the classes; null where nothing is found there.</param>
    /// <param name="graph">The object; null where it is not known.</param>
    public static string Of(Exception reason, string? declared, OwnGraph? graph = null)
    {
        string said = Reason(reason);
        // Matters of the objects, which no declaration shows. Depth comes first: it is what some take for a cycle.
        string? ofObjects = SaysDepth(said) && graph is { HasCycles: false } ? $"less depth than the {graph.Depth} objects in each other, or a larger limit in its settings"
            : Says(said, "cycle") || Says(said, "self referencing loop") || Says(said, "circular reference") ? NoCycles
            : Says(said, "KnownType") || Says(said, "XmlInclude") || Says(said, "JsonDerivedType") ? $"the derived class that is named {Declared}"
            : null;
        if (ofObjects is not null)
            return declared is null ? ofObjects : $"{ofObjects}; {declared}";
        return declared ?? said switch
        {
            _ when Says(said, "not marked as serializable") => "[Serializable] on the class that is named",
            _ when Says(said, "because it implements IDictionary") => "no dictionaries: a list of pairs instead",
            _ when Says(said, "parameterless constructor") || Says(said, "default constructor") => "a public constructor without parameters on the class that is named",
            _ when Says(said, "inaccessible due to its protection level") => "the class to be public",
            _ when Says(said, "is an interface") || Says(said, "interface or abstract") => "a class instead of the interface or abstract class that is named",
            _ when Says(said, "not expected") => $"the derived class that is named {Declared}",
            _ => reason is NotSupportedException ? reason.Message : "",
        };
    }

    /// <summary>What to do about a difference.</summary>
    /// <param name="difference">The first.</param>
    /// <param name="declared">What the serializer needs by the declaration of the classes; null where nothing is found there.</param>
    /// <param name="type">The declared type of the member that differs; null where it is not known.</param>
    public static string Of(Difference difference, string? declared, Type? type = null)
    {
        if (Says(difference.Expected, "another place shares"))
            return NoCycles;
        bool isLost = difference.Kind == DifferenceKind.Lost;
        // An attribute or a setter would not help: the class is the wrong one, or the serializer knows nothing of the type.
        string here = difference.IsOfType && isLost ? $"{difference.Expected[(difference.Expected.IndexOf(' ') + 1)..]} {Declared}"
            : isLost && type is not null && OwnScalars.IsSeldom(type) ? $"another type than {OwnTypeBuilder.Show(type)} or a converter for {Place(difference)}"
            : isLost ? $"attributes or a public setter, so that {Place(difference)} is written and read"
            : $"another type or a converter for {Place(difference)}";
        return declared is null ? here : IsAbout(declared, difference.Path) ? declared : $"{declared}; {here}";
    }

    // Of "Pair.Item1" the member of the user's class is Pair: what is in a tuple of the language has no name of its own.
    private static bool IsAbout(string declared, string path)
    {
        string[] names = path.Split('.');
        string member = names is [.., var tuple, ['I', 't', 'e', 'm', >= '1' and <= '9', ..]] ? tuple : names[^1];
        int index = member.IndexOf('[', StringComparison.Ordinal);
        return declared.Contains($".{(index < 0 ? member : member[..index])}", StringComparison.Ordinal);
    }

    private static string Place(Difference difference) => difference.Path.Length == 0 ? "the root" : difference.Path;

    private static bool SaysDepth(string said) => Says(said, "maximum allowed depth") || Says(said, "MaxDepth") || Says(said, "nesting") || Says(said, "MaxItemsInObjectGraph");

    private static bool Says(string text, string what) => text.Contains(what, StringComparison.OrdinalIgnoreCase);
}
