using System.Diagnostics;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Takes the place of the framework's attribute in the types beside it; the compiler leaves it out.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
[Conditional("NEVER")]
internal sealed class JsonDerivedTypeAttribute(Type derivedType, string typeDiscriminator) : Attribute
{
    /// <summary>The derived class.</summary>
    public Type DerivedType { get; } = derivedType;

    /// <summary>What stands for it.</summary>
    public string TypeDiscriminator { get; } = typeDiscriminator;
}
