using Fathom.Serializers.Kit.Features.Types;
using Google.Protobuf;
using Timestamp = Google.Protobuf.WellKnownTypes.Timestamp;

namespace Fathom.Serializers.GoogleProtobuf.Features;

internal static class FeaturesConversion
{
    public static AccessValueMessage ToMessage(AccessValue value) => new() { Value = (AccessRightsCode)value.Value };

    public static AccessValue ToValue(AccessValueMessage message) => new() { Value = (AccessRights)message.Value };

    public static ArrayValueMessage ToMessage(ArrayValue value)
    {
        ArrayValueMessage message = new();
        message.Value.AddRange(value.Value ?? []);
        return message;
    }

    public static ArrayValue ToValue(ArrayValueMessage message) => new() { Value = [.. message.Value] };

    public static BytesValueMessage ToMessage(BytesValue value)
    {
        BytesValueMessage message = new();
        if (value.Value is { } given)
            message.Value = UnsafeByteOperations.UnsafeWrap(given);
        return message;
    }

    public static BytesValue ToValue(BytesValueMessage message) => new() { Value = message.HasValue ? message.Value.ToByteArray() : null };

    // Without recursion: what a depth comes to is to be the library's doing, not that of this conversion.
    public static ChainMessage ToMessage(Chain value)
    {
        ChainMessage first = new() { Number = value.Number }, last = first;
        HashSet<Chain> seen = new(ReferenceEqualityComparer.Instance) { value };
        for (Chain? one = value.Next; one is not null; one = one.Next)
        {
            if (!seen.Add(one))
                throw new NotSupportedException("a message is a tree, so an object that leads back to itself cannot be put into one");
            last = last.Next = new ChainMessage { Number = one.Number };
        }

        return first;
    }

    public static Chain ToValue(ChainMessage message)
    {
        Chain first = new() { Number = message.Number }, last = first;
        for (ChainMessage? one = message.Next; one is not null; one = one.Next)
            last = last.Next = new Chain { Number = one.Number };
        return first;
    }

    public static ColourValueMessage ToMessage(ColourValue value) => new() { Value = (ColourCode)value.Value };

    public static ColourValue ToValue(ColourValueMessage message) => new() { Value = (Colour)message.Value };

    public static DateTimeValueMessage ToMessage(DateTimeValue value) => new() { Value = Timestamp.FromDateTime(value.Value) };

    public static DateTimeValue ToValue(DateTimeValueMessage message) => new() { Value = message.Value?.ToDateTime() ?? default };

    public static DefaultedValueMessage ToMessage(DefaultedValue value) => new() { Value = value.Value };

    public static DefaultedValue ToValue(DefaultedValueMessage message) => new() { Value = message.Value };

    public static DoubleValueMessage ToMessage(DoubleValue value) => new() { Value = value.Value };

    public static DoubleValue ToValue(DoubleValueMessage message) => new() { Value = message.Value };

    public static ItemMessage ToMessage(Item value) => new() { Number = value.Number };

    public static Item ToValue(ItemMessage message) => new() { Number = message.Number };

    public static ItemsValueMessage ToMessage(ItemsValue value)
    {
        ItemsValueMessage message = new();
        message.Value.AddAll(value.Value, ToMessage);
        return message;
    }

    public static ItemsValue ToValue(ItemsValueMessage message)
    {
        ItemsValue value = new();
        value.Value.AddAll(message.Value, ToValue);
        return value;
    }

    public static ListValueMessage ToMessage(ListValue value)
    {
        ListValueMessage message = new();
        message.Value.AddRange(value.Value ?? []);
        return message;
    }

    public static ListValue ToValue(ListValueMessage message) => new() { Value = [.. message.Value] };

    public static NullableDateValueMessage ToMessage(NullableDateValue value) => new() { Value = value.Value is { } given ? Timestamp.FromDateTime(given) : null };

    public static NullableDateValue ToValue(NullableDateValueMessage message) => new() { Value = message.Value?.ToDateTime() };

    public static NullableValueMessage ToMessage(NullableValue value)
    {
        NullableValueMessage message = new();
        if (value.Value is { } given)
            message.Value = given;
        return message;
    }

    public static NullableValue ToValue(NullableValueMessage message) => new() { Value = message.HasValue ? message.Value : null };

    public static NumberKeysValueMessage ToMessage(NumberKeysValue value)
    {
        NumberKeysValueMessage message = new();
        message.Value.Add(value.Value);
        return message;
    }

    public static NumberKeysValue ToValue(NumberKeysValueMessage message) => new() { Value = new Dictionary<int, string>(message.Value) };

    public static PointMessage ToMessage(Point value) => new() { X = value.X, Y = value.Y };

    public static Point ToValue(PointMessage message) => new() { X = message.X, Y = message.Y };

    public static SignedValueMessage ToMessage(SignedValue value) => new() { Value = value.Value };

    public static SignedValue ToValue(SignedValueMessage message) => new() { Value = message.Value };

    public static SingleValueMessage ToMessage(SingleValue value) => new() { Value = value.Value };

    public static SingleValue ToValue(SingleValueMessage message) => new() { Value = message.Value };

    public static StructListValueMessage ToMessage(StructListValue value)
    {
        StructListValueMessage message = new();
        message.Value.AddAll(value.Value, ToMessage);
        return message;
    }

    public static StructListValue ToValue(StructListValueMessage message)
    {
        StructListValue value = new();
        value.Value.AddAll(message.Value, ToValue);
        return value;
    }

    public static StructValueMessage ToMessage(StructValue value) => new() { Value = ToMessage(value.Value) };

    public static StructValue ToValue(StructValueMessage message) => new() { Value = message.Value is { } given ? ToValue(given) : default };

    public static TextKeysValueMessage ToMessage(TextKeysValue value)
    {
        TextKeysValueMessage message = new();
        message.Value.Add(value.Value);
        return message;
    }

    public static TextKeysValue ToValue(TextKeysValueMessage message) => new() { Value = new Dictionary<string, int>(message.Value) };

    public static TextListValueMessage ToMessage(TextListValue value)
    {
        TextListValueMessage message = new();
        message.Value.AddRange(value.Value ?? []);
        return message;
    }

    public static TextListValue ToValue(TextListValueMessage message) => new() { Value = [.. message.Value] };

    public static TextValueMessage ToMessage(TextValue value)
    {
        TextValueMessage message = new();
        if (value.Value is { } given)
            message.Value = given;
        return message;
    }

    public static TextValue ToValue(TextValueMessage message) => new() { Value = message.HasValue ? message.Value : null };

    public static UnsignedValueMessage ToMessage(UnsignedValue value) => new() { Value = value.Value };

    public static UnsignedValue ToValue(UnsignedValueMessage message) => new() { Value = message.Value };
}
