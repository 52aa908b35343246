using Google.Protobuf;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>Turns values of a case into messages that the compiler made of its .proto file, and back.</summary>
/// <typeparam name="TValue">The root of the case.</typeparam>
/// <typeparam name="TMessage">The message that stands for it.</typeparam>
internal sealed class Mapping<TValue, TMessage>(Func<TValue, TMessage> toMessage, Func<TMessage, TValue> toValue) : IMapping
    where TValue : class
    where TMessage : class, IMessage<TMessage>, new()
{
    public Type Type => typeof(TValue);

    public object CreateCodec() => new ProtobufCodec<TValue, TMessage>(this, new MessageParser<TMessage>(static () => new TMessage()));

    public TMessage ToMessage(TValue value) => toMessage(value);

    public TValue ToValue(TMessage message) => toValue(message);
}
