using Google.Protobuf.Collections;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>Lists of objects as repeated fields of messages, and back. Room is made once.</summary>
internal static class RepeatedFields
{
    public static void AddAll<TValue, TMessage>(this RepeatedField<TMessage> to, List<TValue> values, Func<TValue, TMessage> convert)
    {
        to.Capacity = values.Count;
        foreach (TValue one in values)
            to.Add(convert(one));
    }

    public static void AddAll<TValue, TMessage>(this List<TValue> to, RepeatedField<TMessage> messages, Func<TMessage, TValue> convert)
    {
        to.Capacity = messages.Count;
        foreach (TMessage one in messages)
            to.Add(convert(one));
    }
}
