using System.Runtime.Serialization;
using Fathom.Serializers.Kit.Adapters;

namespace Fathom.Tests.Serializers.OwnTypes;

/// <summary>DataContractSerializer in the tests' own process: it takes classes with attributes and plain ones, and makes different things of them.</summary>
internal sealed class TestContractAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(DataContractSerializer), "in box", "XML", isText: true);

    public override Codec<T> Create<T>() => new ContractCodec<T>();

    private sealed class ContractCodec<T> : Codec<T>
        where T : class
    {
        private readonly DataContractSerializer _serializer = new(typeof(T));

        public override void Serialize(T value, Stream stream) => _serializer.WriteObject(stream, value);

        public override T Deserialize(Stream stream) => (T)_serializer.ReadObject(stream)!;
    }
}
