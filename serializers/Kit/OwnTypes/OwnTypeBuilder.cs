using System.Collections;
using System.Reflection;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>
/// Makes objects of the user's classes from a JSON sample. Each failure names the member by its way from the root, why it cannot be made, and what to do.
/// </summary>
/// <param name="jsonText">Whether a text takes a value of any sort, as the JSON that it is.</param>
internal sealed class OwnTypeBuilder(bool jsonText)
{
    private readonly Dictionary<Type, List<OwnMember>> _members = [];

    /// <summary>Ways of the sample that the classes have no member for.</summary>
    public List<string> Unused { get; } = [];

    /// <summary>Makes a value.</summary>
    /// <exception cref="OwnTypeException">It cannot be made.</exception>
    public object? Build(JsonPart part, Type type, string path)
    {
        Type plain = Nullable.GetUnderlyingType(type) ?? type;
        if (part.Kind == JsonPartKind.Null)
        {
            return !type.IsValueType || plain != type ? null : throw new OwnTypeException(
                $"{path} is null in the sample, but its type {Show(type)} has no null", $"make it {Show(type)}?, or give it a value in the sample");
        }

        if (jsonText && plain == typeof(string) && part.Kind != JsonPartKind.Text)
            return part.ToJson();
        if (plain == typeof(object))
            return Untyped(part, path);
        if (OwnScalars.Is(plain) && !(plain == typeof(byte[]) && part.Kind == JsonPartKind.Array))
        {
            return OwnScalars.Read(part, plain) ?? throw new OwnTypeException(
                $"{path} is {Show(part)} in the sample, which is not a {Show(plain)}", "change the value in the sample or the type of the member");
        }

        if (OwnCollections.MapOf(plain) is { } map)
            return BuildMap(Expect(part, JsonPartKind.Object, path, plain), plain, map.Key, map.Value, path);
        if (OwnCollections.ElementOf(plain) is { } element)
            return BuildList(Expect(part, JsonPartKind.Array, path, plain), plain, element, path);
        if (plain.IsInterface || plain.IsAbstract)
        {
            throw new OwnTypeException(
                $"{(plain.IsInterface ? "interface" : "abstract")} member {path} of type {Show(plain)} cannot be made from JSON",
                "declare it as a class that can be constructed, or give --factory with a method that makes the object");
        }

        return BuildObject(Expect(part, JsonPartKind.Object, path, plain), plain, path);
    }

    /// <summary>The name of a type as in C#.</summary>
    public static string Show(Type type) => Nullable.GetUnderlyingType(type) is { } plain
        ? Show(plain) + "?"
        : type.IsGenericType ? $"{type.Name[..type.Name.IndexOf('`')]}<{string.Join(", ", type.GetGenericArguments().Select(Show))}>" : type.Name;

    private object BuildObject(JsonPart part, Type type, string path)
    {
        List<OwnMember> members = MembersOf(type);
        bool[] used = new bool[part.Items.Count];
        object made = Construct(part, type, path, members, used);
        for (int i = 0; i < part.Items.Count; i++)
        {
            if (used[i])
                continue;
            string at = Join(path, part.Names[i]);
            if (Find(members, part.Names[i]) is not { } member)
                Unused.Add(at);
            else if (member.CanSet)
                member.Set(made, Build(part.Items[i], member.Type, at));
            else if (member.Get(made) is not { } existing || !AddTo(existing, part.Items[i], member.Type, at))
                throw new OwnTypeException($"{at} has no setter", "give it a setter or 'init', a parameter of the constructor, or use --factory");
        }

        return made;
    }

    private object Construct(JsonPart part, Type type, string path, List<OwnMember> members, bool[] used)
    {
        if (type.IsValueType)
            return Activator.CreateInstance(type)!;
        try
        {
            if (type.GetConstructor(Type.EmptyTypes) is { } empty)
                return empty.Invoke(null);
            ConstructorInfo only = type.GetConstructors() is { Length: > 0 } all
                ? all.MaxBy(static one => one.GetParameters().Length)!
                : throw new OwnTypeException($"{Show(type)} ({path}) has no public constructor", "add one without parameters, or use --factory");
            ParameterInfo[] parameters = only.GetParameters();
            object?[] values = new object?[parameters.Length];
            for (int i = 0; i < parameters.Length; i++)
            {
                int at = part.Names.IndexOf(parameters[i].Name!);
                if (at < 0 && Find(members, parameters[i].Name!) is { } member)
                    at = part.Names.FindIndex(name => Find(members, name) == member);
                if (at < 0)
                    at = part.Names.FindIndex(name => Plain(name) == Plain(parameters[i].Name!));
                if (at < 0 && !parameters[i].HasDefaultValue)
                {
                    throw new OwnTypeException(
                        $"{Show(type)} ({path}) has no public constructor without parameters, and the sample has no '{parameters[i].Name}' for the one with",
                        "add a constructor without parameters, add the value to the sample, or use --factory");
                }

                if (at >= 0)
                    used[at] = true;
                values[i] = at < 0 ? parameters[i].DefaultValue : Build(part.Items[at], parameters[i].ParameterType, Join(path, part.Names[at]));
            }

            return only.Invoke(values);
        }
        catch (TargetInvocationException reason)
        {
            throw new OwnTypeException(
                $"the constructor of {Show(type)} ({path}) threw {reason.InnerException?.GetType().Name}: {reason.InnerException?.Message}", "use --factory with a method that makes the object");
        }
    }

    private object BuildList(JsonPart part, Type type, Type element, string path) =>
        OwnCollections.Make(type, element, Elements(part, element, path)) ?? throw new OwnTypeException(
            $"{path} is a {Show(type)}, and there is no way to make one with elements", "use an array or a List<T>, or --factory");

    private List<object?> Elements(JsonPart part, Type element, string path)
    {
        List<object?> items = new(part.Items.Count);
        for (int i = 0; i < part.Items.Count; i++)
            items.Add(Build(part.Items[i], element, $"{path}[{i}]"));
        return items;
    }

    private object BuildMap(JsonPart part, Type type, Type key, Type value, string path)
    {
        IDictionary map = OwnCollections.MakeMap(type, key, value) ?? throw new OwnTypeException(
            $"{path} is a {Show(type)}, and there is no way to make one", "use a Dictionary<TKey, TValue>, or --factory");
        FillMap(map, part, key, value, path);
        return OwnCollections.Finish(type, map);
    }

    private void FillMap(IDictionary map, JsonPart part, Type key, Type value, string path)
    {
        for (int i = 0; i < part.Items.Count; i++)
        {
            object at = OwnScalars.Read(JsonPart.Leaf(JsonPartKind.Text, part.Names[i]), key) ?? throw new OwnTypeException(
                $"the name '{part.Names[i]}' in {path} is not a {Show(key)}", "change the name in the sample or the type of the keys");
            map[at] = Build(part.Items[i], value, $"{path}[{part.Names[i]}]");
        }
    }

    private bool AddTo(object existing, JsonPart part, Type type, string path)
    {
        if (part.Kind == JsonPartKind.Object && OwnCollections.MapOf(type) is { } map && existing is IDictionary { IsReadOnly: false } entries)
        {
            FillMap(entries, part, map.Key, map.Value, path);
            return true;
        }

        return part.Kind == JsonPartKind.Array && OwnCollections.ElementOf(type) is { } element && OwnCollections.Fill(existing, element, Elements(part, element, path));
    }

    private static object Untyped(JsonPart part, string path) => part.Kind switch
    {
        JsonPartKind.Text => part.Text,
        JsonPartKind.Flag => part.Text == "true",
        JsonPartKind.Number => OwnScalars.Read(part, typeof(long)) ?? OwnScalars.Read(part, typeof(double))!,
        _ => throw new OwnTypeException($"member {path} is declared as object, so that JSON does not say what to make", "declare it as the class that it is, or use --factory"),
    };

    private static JsonPart Expect(JsonPart part, JsonPartKind kind, string path, Type type) => part.Kind == kind ? part : throw new OwnTypeException(
        $"{path} is {Show(part)} in the sample, but a {Show(type)} is made from {(kind == JsonPartKind.Array ? "an array" : "an object")}", "change the sample or the type of the member");

    private List<OwnMember> MembersOf(Type type) => _members.TryGetValue(type, out List<OwnMember>? known) ? known : _members[type] = OwnMember.Of(type);

    // The name that an attribute gives first, then its own, then one that is the same but for case, underscores and hyphens: "a" and "A" may both be there.
    private static OwnMember? Find(List<OwnMember> members, string name) =>
        members.Find(one => one.JsonNames().Skip(1).Contains(name, StringComparer.Ordinal))
        ?? members.Find(one => one.Name == name)
        ?? members.Find(one => one.JsonNames().Any(own => Plain(own) == Plain(name)));

    private static string Plain(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToUpperInvariant();

    private static string Join(string path, string name) => path.Length == 0 ? name : $"{path}.{name}";

    private static string Show(JsonPart part) => part.Kind switch
    {
        JsonPartKind.Array => "an array",
        JsonPartKind.Object => "an object",
        JsonPartKind.Text => $"\"{(part.Text.Length > 40 ? part.Text[..40] + "…" : part.Text)}\"",
        _ => part.Text,
    };
}
