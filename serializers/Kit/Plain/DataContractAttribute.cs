using System.Diagnostics;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Takes the place of the framework's attribute in the types beside it; the compiler leaves it out.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum)]
[Conditional("NEVER")]
internal sealed class DataContractAttribute : Attribute;
