using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Newtonsoft.Json;

// An entry per serializer, or per settings of one. The name stands in every table.
return SerializerProgram.Run(args, new SerializerEntry("My.Serializer", static () => new MyAdapter()));

internal sealed class MyAdapter : SerializerAdapter
{
    // A type of the library, so that the version is that of the file that is loaded; its package; the format; whether it is text.
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(JsonSerializer), "Newtonsoft.Json", "JSON", isText: true);

    // What the library cannot take is a NotSupportedException whose message says what it needs.
    public override Codec<T> Create<T>() => new MyCodec<T>();
}

// Where the library takes byte[], IBufferWriter<byte> and ReadOnlySequence<byte>, or strings itself, override Native and the methods of that lane: --lane byte[],buffer,text measures them.
internal sealed class MyCodec<T> : Codec<T>
    where T : class
{
    private readonly JsonSerializer _serializer = new();

    public override void Serialize(T value, Stream stream)
    {
        using StreamWriter text = new(stream, leaveOpen: true);
        _serializer.Serialize(text, value);
    }

    public override T Deserialize(Stream stream)
    {
        using JsonTextReader reader = new(new StreamReader(stream, leaveOpen: true));
        return _serializer.Deserialize<T>(reader)!;
    }
}
