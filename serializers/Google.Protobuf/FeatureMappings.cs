using Fathom.Serializers.GoogleProtobuf.Features;
using Fathom.Serializers.GoogleProtobuf.Hostile;
using Fathom.Serializers.GoogleProtobuf.Streaming;
using Fathom.Serializers.Kit.Features.Types;
using Fathom.Serializers.Kit.Hostile;
using Fathom.Serializers.Kit.Streaming;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>The features that a schema can say something of, and the classes of the hostile and the streaming lane.</summary>
internal static class FeatureMappings
{
    public static IEnumerable<IMapping> All()
    {
        yield return new Mapping<AccessValue, AccessValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<ArrayValue, ArrayValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<BytesValue, BytesValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<Chain, ChainMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<ColourValue, ColourValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<DateTimeValue, DateTimeValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<DefaultedValue, DefaultedValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<DoubleValue, DoubleValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<ItemsValue, ItemsValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<ListValue, ListValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<NullableDateValue, NullableDateValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<NullableValue, NullableValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<NumberKeysValue, NumberKeysValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<SignedValue, SignedValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<SingleValue, SingleValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<StructListValue, StructListValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<StructValue, StructValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<TextKeysValue, TextKeysValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<TextListValue, TextListValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<TextValue, TextValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<UnsignedValue, UnsignedValueMessage>(FeaturesConversion.ToMessage, FeaturesConversion.ToValue);
        yield return new Mapping<Login, LoginMessage>(HostileConversion.ToMessage, HostileConversion.ToValue);
        yield return new Mapping<StreamedRows, StreamedRowsMessage>(StreamingConversion.ToMessage, StreamingConversion.ToValue);
    }
}
