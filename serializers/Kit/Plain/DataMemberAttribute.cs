using System.Diagnostics;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Takes the place of the framework's attribute in the types beside it; the compiler leaves it out.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
[Conditional("NEVER")]
internal sealed class DataMemberAttribute : Attribute
{
    /// <summary>Where the member stands.</summary>
    public int Order { get; set; }
}
