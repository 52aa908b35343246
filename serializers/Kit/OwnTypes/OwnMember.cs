using System.Reflection;
using System.Runtime.CompilerServices;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>A public property or field that holds data: what is set when a sample is read and read when a result is touched.</summary>
/// <param name="Member">The property or field.</param>
/// <param name="Type">Its type.</param>
/// <param name="CanSet">Whether it can be set after construction.</param>
internal sealed record OwnMember(MemberInfo Member, Type Type, bool CanSet)
{
    private const BindingFlags Instance = BindingFlags.Instance | BindingFlags.Public;

    /// <summary>Its name in C#.</summary>
    public string Name => Member.Name;

    /// <summary>The members of a type, those of base classes too. Properties that compute their value hold none.</summary>
    public static List<OwnMember> Of(Type type)
    {
        List<OwnMember> members = [];
        foreach (PropertyInfo property in type.GetProperties(Instance))
        {
            if (property.GetIndexParameters().Length > 0 || property.GetMethod is not { IsPublic: true } getter || members.Exists(one => one.Name == property.Name))
                continue;
            bool canSet = SetterOf(property) is not null;
            if (canSet || getter.IsDefined(typeof(CompilerGeneratedAttribute)))
                members.Add(new OwnMember(property, property.PropertyType, canSet));
        }

        foreach (FieldInfo field in type.GetFields(Instance))
            members.Add(new OwnMember(field, field.FieldType, !field.IsInitOnly));
        return members;
    }

    /// <summary>Its value.</summary>
    /// <exception cref="OwnTypeException">The property throws.</exception>
    public object? Get(object owner)
    {
        try
        {
            return Member is PropertyInfo property ? property.GetValue(owner) : ((FieldInfo)Member).GetValue(owner);
        }
        catch (TargetInvocationException reason)
        {
            throw new OwnTypeException(
                $"reading {owner.GetType().Name}.{Name} threw {reason.InnerException?.GetType().Name}: {reason.InnerException?.Message}",
                "make it a plain property, or hide it from serializers and make it private");
        }
    }

    /// <summary>Sets it.</summary>
    public void Set(object owner, object? value)
    {
        if (Member is FieldInfo field)
            field.SetValue(owner, value);
        else
            SetterOf((PropertyInfo)Member)!.Invoke(owner, [value]);
    }

    /// <summary>Names that it has in JSON: its own, and those that attributes of serializers give it.</summary>
    public IEnumerable<string> JsonNames()
    {
        yield return Name;
        foreach (CustomAttributeData attribute in Member.GetCustomAttributesData())
        {
            // JsonPropertyName("a"), JsonProperty("a"), DataMember(Name = "a"): told by name, so that no library has to be there.
            if (attribute.AttributeType.Name is not ("JsonPropertyNameAttribute" or "JsonPropertyAttribute" or "DataMemberAttribute"))
                continue;
            foreach (CustomAttributeTypedArgument argument in attribute.ConstructorArguments)
            {
                if (argument.Value is string name)
                    yield return name;
            }

            foreach (CustomAttributeNamedArgument argument in attribute.NamedArguments)
            {
                if (argument.MemberName is "Name" or "PropertyName" && argument.TypedValue.Value is string name)
                    yield return name;
            }
        }
    }

    // A private setter of a base class is only seen on that class.
    private static MethodInfo? SetterOf(PropertyInfo property) =>
        property.SetMethod ?? property.DeclaringType?.GetProperty(property.Name, Instance | BindingFlags.NonPublic)?.SetMethod;
}
