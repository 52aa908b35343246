using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>
/// The user's classes and structures that an object of a type is made of, as far as members declare them: an adapter says by them what its serializer needs.
/// Types of the framework are not the user's to change.
/// </summary>
public sealed class DeclaredTypes
{
    private const int MostNamed = 5;
    private const BindingFlags AnyInstance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private readonly List<Type> _own = [];
    private readonly List<(Type Owner, FieldInfo Field, string Name)> _members = [];

    private DeclaredTypes()
    {
    }

    /// <summary>Walks the members of a type, those of base classes, and the elements of containers.</summary>
    public static DeclaredTypes Of(Type root)
    {
        DeclaredTypes all = new();
        Queue<Type> pending = new([root]);
        HashSet<Type> seen = [];
        while (pending.TryDequeue(out Type? type))
        {
            if (!seen.Add(type) || ExactValues.IsLeaf(type))
                continue;
            if (type.HasElementType)
                pending.Enqueue(type.GetElementType()!);
            foreach (Type argument in type.GetGenericArguments())
                pending.Enqueue(argument);
            if (type.HasElementType || IsOfFramework(type))
                continue;
            all._own.Add(type);
            if (type.BaseType is { } parent)
                pending.Enqueue(parent);
            foreach (FieldInfo field in type.GetFields(AnyInstance | BindingFlags.DeclaredOnly))
            {
                if (typeof(Delegate).IsAssignableFrom(field.FieldType) || field.FieldType.IsPointer)
                    continue;
                all._members.Add((type, field, GraphShape.NameOf(field)));
                pending.Enqueue(field.FieldType);
            }
        }

        return all;
    }

    /// <summary>Classes and structures, interfaces left out, that lack something: "Order, Line"; null where none does.</summary>
    /// <param name="has">Whether a type has it.</param>
    public string? Lacking(Func<Type, bool> has) => Named(_own.Where(one => !one.IsInterface && !has(one)).Select(OwnTypeBuilder.Show));

    /// <summary>Those that have none of these attributes.</summary>
    /// <param name="attributes">The names of their classes, so that no library has to be there.</param>
    public string? Without(params string[] attributes) => Lacking(one => Has(one, attributes));

    /// <summary>Classes without a constructor that takes nothing; structures have one.</summary>
    /// <param name="isPublic">Whether it must be public.</param>
    public string? WithoutEmptyConstructor(bool isPublic) => Lacking(one => one.IsValueType || one.IsAbstract
        || one.GetConstructor(isPublic ? BindingFlags.Instance | BindingFlags.Public : AnyInstance, Type.EmptyTypes) is not null);

    /// <summary>Members that are dictionaries.</summary>
    public string? Dictionaries() => Members(static one => typeof(IDictionary).IsAssignableFrom(one.FieldType) || OwnCollections.MapOf(one.FieldType) is not null);

    /// <summary>Members, or elements of members, whose declared type is an interface or abstract class of the user's, so that it does not say what to make.</summary>
    /// <param name="attributes">The names of attributes with which such a type does say it.</param>
    public string? Undetermined(params string[] attributes) =>
        Members(one => Item(one) is { IsAbstract: true } type && !IsOfFramework(type) && !Has(type, attributes));

    /// <summary>Members, or elements of members, that are tuples of the language: what they hold are fields.</summary>
    public string? Tuples() => Members(static one =>
        Item(one) is { IsValueType: true } type && typeof(ITuple).IsAssignableFrom(Nullable.GetUnderlyingType(type) ?? type));

    /// <summary>Public fields without any of these attributes.</summary>
    /// <param name="attributes">The names of their classes.</param>
    public string? PublicFields(params string[] attributes) => Members(one => one.IsPublic && !Has(one, attributes));

    /// <summary>The declared type of the member at the end of a way through the objects, without the mark that it may be null; null where no or more than one is called so.</summary>
    /// <param name="path">"Lines[3].Count".</param>
    public Type? TypeOf(string path)
    {
        string last = path[(path.LastIndexOf('.') + 1)..];
        string name = last.Contains('[', StringComparison.Ordinal) ? last[..last.IndexOf('[', StringComparison.Ordinal)] : last;
        Type[] types = [.. _members.Where(one => one.Name == name).Select(static one => one.Field.FieldType).Distinct()];
        if (types is not [var only])
            return null;
        Type element = last.Length > name.Length ? OwnCollections.ElementOf(only) ?? only : only;
        return Nullable.GetUnderlyingType(element) ?? element;
    }

    /// <summary>Needs as one text, those that are null left out; null where all are.</summary>
    public static string? Join(params string?[] needs) => string.Join("; ", needs.OfType<string>()) is { Length: > 0 } all ? all : null;

    private string? Members(Func<FieldInfo, bool> are) => Named(_members.Where(one => are(one.Field)).Select(static one => $"{OwnTypeBuilder.Show(one.Owner)}.{one.Name}"));

    private static Type Item(FieldInfo field) => OwnCollections.ElementOf(field.FieldType) ?? field.FieldType;

    private static bool Has(MemberInfo one, string[] attributes) =>
        one.GetCustomAttributesData().Any(data => attributes.Contains(data.AttributeType.Name));

    private static bool IsOfFramework(Type type) =>
        type.Namespace is { } space && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal) || space.StartsWith("Microsoft.", StringComparison.Ordinal));

    private static string? Named(IEnumerable<string> names)
    {
        string[] all = [.. names.Distinct()];
        return all.Length switch
        {
            0 => null,
            > MostNamed => $"{string.Join(", ", all.Take(MostNamed))} and {all.Length - MostNamed} more",
            _ => string.Join(", ", all),
        };
    }
}
