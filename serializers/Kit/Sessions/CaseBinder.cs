using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Measuring;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>Makes the data of a case and what serializes it.</summary>
/// <param name="adapter">The serializer.</param>
/// <param name="dials">What the data is made of.</param>
internal sealed class CaseBinder(SerializerAdapter adapter, CaseDials dials) : ICaseVisitor<BoundCase>
{
    /// <inheritdoc/>
    public BoundCase Visit<T>(SerializerCase<T> data)
        where T : class
    {
        Codec<T> codec = adapter.Create<T>();
        return new BoundCase<T>(data, data.Generate(new CaseData(dials)), codec) { Another = adapter.Create<T> };
    }
}
