using System.Runtime.Serialization;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using ProtoBuf.Meta;

namespace Fathom.Serializers.ProtobufNet;

/// <summary>protobuf-net with the code that it generates at run time; it takes the numbers of members from DataMember.</summary>
internal sealed class ProtobufNetAdapter : SerializerAdapter
{
    // Above the numbers of members; a base class has one derived class here.
    private const int FirstDerivedNumber = 100;

    private RuntimeTypeModel? _model;

    public override SerializerDescription Describe() =>
        SerializerDescription.Of(typeof(RuntimeTypeModel), "protobuf-net", "protobuf", isText: false, "IncludeDateTimeKind, base classes declared") with
        {
            Verified = "verified 2026-11-28 with 3.4.40",
        };

    public override string? Needs(DeclaredTypes types) => types.Without("ProtoContractAttribute", nameof(DataContractAttribute)) is { } names
        ? $"[ProtoContract] with [ProtoMember(1)] on the members, or [DataContract] with [DataMember(Order = 1)], on {names}"
        : null;

    public override Codec<T> Create<T>()
    {
        if (_model is null)
        {
            _model = RuntimeTypeModel.Create();
            _model.IncludeDateTimeKind = true;
        }

        DeclareBases(typeof(T), _model);
        return new ProtobufNetCodec<T>(_model);
    }

    // What a class inherits is written only when its base class names it.
    private static void DeclareBases(Type type, RuntimeTypeModel model)
    {
        for (Type derived = type; derived.BaseType is { } parent && parent.IsDefined(typeof(DataContractAttribute), inherit: false); derived = parent)
        {
            MetaType known = model.Add(parent, applyDefaultBehaviour: true);
            if (!known.HasSubtypes)
                known.AddSubType(FirstDerivedNumber, derived);
        }
    }
}
