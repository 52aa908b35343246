using System.Collections;
using System.Globalization;
using System.Reflection;
using Fathom.Serializers.Kit.Cases;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Fills objects of the user's classes with what the dials say, where neither a sample nor a factory is given.</summary>
/// <param name="data">Draws values.</param>
internal sealed class OwnTypeFiller(CaseData data)
{
    private const int ListLength = 3;

    private readonly Stack<Type> _path = new();
    private readonly NullabilityInfoContext _nullability = new();

    /// <summary>A value of a type.</summary>
    /// <exception cref="OwnTypeException">None can be made.</exception>
    public object? Fill(Type type, string path)
    {
        if (Nullable.GetUnderlyingType(type) is { } plain)
            return data.IsNull() ? null : Fill(plain, path);
        if (type == typeof(object))
            return data.Text();
        if (OwnScalars.Is(type))
            return Scalar(type);
        if (OwnCollections.MapOf(type) is { } map)
            return FillMap(type, map.Key, map.Value, path);
        if (OwnCollections.ElementOf(type) is { } element)
        {
            return OwnCollections.Make(type, element, IsTooDeep(element) ? [] : data.Many(ListLength, (_, at) => Fill(element, $"{path}[{at}]"))) ?? throw new OwnTypeException(
                $"{path} is a {OwnTypeBuilder.Show(type)}, and there is no way to make one with elements", "give --json or --factory");
        }

        if (type.IsInterface || type.IsAbstract)
        {
            throw new OwnTypeException(
                $"{(type.IsInterface ? "interface" : "abstract")} member {path} of type {OwnTypeBuilder.Show(type)} cannot be filled", "give --factory with a method that makes the object");
        }

        _path.Push(type);
        object made = FillObject(type, path);
        _path.Pop();
        return made;
    }

    private object FillObject(Type type, string path)
    {
        List<OwnMember> members = OwnMember.Of(type);
        object made;
        if (type.IsValueType || type.GetConstructor(Type.EmptyTypes) is not null)
        {
            made = Activator.CreateInstance(type)!;
        }
        else
        {
            ConstructorInfo only = type.GetConstructors() is { Length: > 0 } all
                ? all.MaxBy(static one => one.GetParameters().Length)!
                : throw new OwnTypeException($"{OwnTypeBuilder.Show(type)} ({path}) has no public constructor", "add one without parameters, or use --factory");
            try
            {
                made = only.Invoke([.. only.GetParameters().Select(one => IsTooDeep(one.ParameterType) ? null : Fill(one.ParameterType, $"{path}.{one.Name}"))]);
            }
            catch (TargetInvocationException reason)
            {
                throw new OwnTypeException(
                    $"the constructor of {OwnTypeBuilder.Show(type)} ({path}) threw {reason.InnerException?.GetType().Name}: {reason.InnerException?.Message}", "give --json or --factory");
            }

            // What the constructor takes is filled.
            members.RemoveAll(member => Array.Exists(only.GetParameters(), one => string.Equals(one.Name, member.Name, StringComparison.OrdinalIgnoreCase)));
        }

        foreach (OwnMember member in members)
        {
            if (member.CanSet && !IsTooDeep(member.Type) && !(MayBeNull(member) && data.IsNull()))
                member.Set(made, Fill(member.Type, path.Length == 0 ? member.Name : $"{path}.{member.Name}"));
        }

        return made;
    }

    private object FillMap(Type type, Type key, Type value, string path)
    {
        IDictionary map = OwnCollections.MakeMap(type, key, value) ?? throw new OwnTypeException(
            $"{path} is a {OwnTypeBuilder.Show(type)}, and there is no way to make one", "give --json or --factory");
        for (int i = 0; i < ListLength && !IsTooDeep(value); i++)
            map[Fill(key, path)!] = Fill(value, $"{path}[{i}]");
        return OwnCollections.Finish(type, map);
    }

    // A class that contains itself ends at the nesting of the dials.
    private bool IsTooDeep(Type type) => _path.Count(one => one == (OwnCollections.ElementOf(type) ?? type)) > data.Dials.Nesting;

    private bool MayBeNull(OwnMember member) => !member.Type.IsValueType && member.Member switch
    {
        PropertyInfo property => _nullability.Create(property).WriteState,
        FieldInfo field => _nullability.Create(field).WriteState,
        _ => NullabilityState.Unknown,
    } == NullabilityState.Nullable;

    private object Scalar(Type type)
    {
        if (type == typeof(string))
            return data.Text();
        if (type == typeof(byte[]))
            return data.Bytes(data.Dials.Payload);
        if (type.IsEnum)
            return Enum.GetValues(type) is { Length: > 0 } values ? values.GetValue(data.Random.Below(values.Length))! : Activator.CreateInstance(type)!;
        if (type == typeof(bool))
            return data.Random.Chance(50);
        if (type == typeof(char))
            return (char)('a' + data.Random.Below(26));
        if (type == typeof(double) || type == typeof(float))
            return Convert.ChangeType(data.Fraction() * 1000, type, null);
        if (type == typeof(decimal))
            return new decimal(data.Between(1, 1_000_000), 0, 0, false, 2);
        if (type == typeof(DateTime))
            return data.Moment();
        if (type == typeof(DateTimeOffset))
            return new DateTimeOffset(data.Moment());
        if (type == typeof(TimeSpan))
            return TimeSpan.FromMilliseconds(data.Skewed(30));
        if (type == typeof(DateOnly))
            return DateOnly.FromDateTime(data.Day());
        if (type == typeof(TimeOnly))
            return TimeOnly.FromTimeSpan(TimeSpan.FromMilliseconds(data.Skewed(26)));
        if (type == typeof(Guid))
            return new Guid(data.Many(16, static (data, _) => (byte)data.Random.Next()).ToArray());
        if (type == typeof(Uri))
            return new Uri($"https://{data.Word()}.example/{data.Word()}");
        if (type == typeof(Version))
            return new Version(data.Skewed(4), data.Skewed(6), data.Skewed(8));
        // Seven bits fit into every number.
        bool isSmall = type == typeof(byte) || type == typeof(sbyte) || type == typeof(short) || type == typeof(ushort) || type == typeof(Half);
        return OwnScalars.Read(JsonPart.Leaf(JsonPartKind.Number, data.Skewed(isSmall ? 7 : 30).ToString(CultureInfo.InvariantCulture)), type)!;
    }
}
