using System.Reflection;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Finds the type and the method that the user named.</summary>
internal static class OwnTypeFinder
{
    private const BindingFlags Statics = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>The class of that name: its full name, with '.' or '+' before a nested one, or its short name where only one has it.</summary>
    /// <exception cref="OwnTypeException">There is none, or it is none that has objects of its own.</exception>
    public static Type Find(Assembly assembly, string name)
    {
        Type[] types = TypesOf(assembly);
        if (name.Contains('<', StringComparison.Ordinal))
            return Usable(new ClosedGenericName(assembly, types).Find(name));
        Type? type = Array.Find(types, one => one.FullName == name) ?? Array.Find(types, one => one.FullName?.Replace('+', '.') == name);
        if (type is null)
        {
            Type[] named = Array.FindAll(types, one => one.Name == name);
            if (named.Length > 1)
            {
                throw new OwnTypeException(
                    $"{named.Length} types of '{assembly.GetName().Name}' are called '{name}'", $"give one with its namespace: {string.Join(", ", named.Select(static one => one.FullName))}");
            }

            type = named.Length == 1 ? named[0] : throw Missing(assembly, name, types);
        }

        return Usable(type);
    }

    private static Type Usable(Type type)
    {
        string? reason = type switch
        {
            { IsInterface: true } => "is an interface",
            { IsAbstract: true, IsSealed: true } => "is a static class",
            { IsAbstract: true } => "is abstract",
            { ContainsGenericParameters: true } => "is generic",
            { IsValueType: true } => "is a value type",
            _ when type.IsSubclassOf(typeof(Delegate)) => "is a delegate",
            _ => null,
        };
        return reason is null ? type : throw new OwnTypeException(
            $"'{type.FullName}' {reason}",
            type.ContainsGenericParameters ? $"name its type arguments: {ClosedGenericName.Example(type)}"
                : type.IsValueType ? "give a class that has a member of that type"
                : "give a class that can be constructed");
    }

    /// <summary>The static method without parameters: its name with its class, or by itself where the type has it.</summary>
    /// <exception cref="OwnTypeException">There is none.</exception>
    public static MethodInfo FindFactory(Assembly assembly, Type type, string name)
    {
        int dot = name.LastIndexOf('.');
        Type owner = dot < 0 ? type : Find(TypesOf(assembly), name[..dot]) ?? throw new OwnTypeException(
            $"there is no class '{name[..dot]}' in '{assembly.GetName().Name}'",
            DidYouMean(name[..dot], TypesOf(assembly).Select(static one => one.FullName!)) ?? "give --factory Namespace.Class.Method");
        string method = name[(dot + 1)..];
        MethodInfo[] methods = Array.FindAll(owner.GetMethods(Statics), static one => one.GetParameters().Length == 0 && !one.IsGenericMethod);
        return Array.Find(methods, one => one.Name == method) ?? throw new OwnTypeException(
            $"'{owner.FullName}' has no static method '{method}' without parameters",
            DidYouMean(method, methods.Select(static one => one.Name)) ?? "give a static method without parameters that returns the object");
    }

    private static Type? Find(Type[] types, string name) => Array.Find(types, one => one.FullName == name || one.FullName?.Replace('+', '.') == name);

    /// <summary>What to say of a name that no type has.</summary>
    internal static OwnTypeException Missing(Assembly assembly, string name, Type[] types) => new(
        $"there is no type '{name}' in '{assembly.GetName().Name}'",
        DidYouMean(name, types.Where(static one => one is { IsClass: true, IsAbstract: false } && !one.Name.StartsWith('<')).Select(static one => one.FullName!))
            ?? "give the full name of the class, namespace first");

    private static string? DidYouMean(string name, IEnumerable<string> known) => NearNames.Of(name, known) is { Count: > 0 } near ? $"did you mean {string.Join(" or ", near)}?" : null;

    // What can be loaded is enough, unless it is the one that is asked for: then its members say what is missing.
    private static Type[] TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException reason)
        {
            return [.. reason.Types.OfType<Type>()];
        }
    }
}
