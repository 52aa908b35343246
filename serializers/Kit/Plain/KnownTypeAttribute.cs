using System.Diagnostics;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Takes the place of the framework's attribute in the types beside it; the compiler leaves it out.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
[Conditional("NEVER")]
internal sealed class KnownTypeAttribute(Type type) : Attribute
{
    /// <summary>The derived class.</summary>
    public Type Type { get; } = type;
}
