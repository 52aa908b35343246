using MessagePack;
using MessagePack.Resolvers;

namespace Fathom.Serializers.MsgPack;

/// <summary>
/// Maps by the names of members for every class. ContractlessStandardResolver would do so only for those without attributes, which the cases have.
/// </summary>
internal static class Contractless
{
    public static MessagePackSerializerOptions Options() => MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(
        BuiltinResolver.Instance, DynamicEnumResolver.Instance, DynamicGenericResolver.Instance, DynamicContractlessObjectResolver.Instance));
}
