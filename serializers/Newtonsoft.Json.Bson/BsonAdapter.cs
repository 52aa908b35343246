using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using Newtonsoft.Json;
using Newtonsoft.Json.Bson;

namespace Fathom.Serializers.Newtonsoft.Bson;

/// <summary>Newtonsoft.Json's serializer over the reader and writer of its BSON package.</summary>
internal sealed class BsonAdapter : SerializerAdapter
{
    private JsonSerializer? _serializer;

    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(BsonDataWriter), "Newtonsoft.Json.Bson", "BSON", isText: false);

    public override string? Needs(DeclaredTypes types) => types.Undetermined() is { } open ? $"TypeNameHandling (unsafe with untrusted input) or a converter for {open}" : null;

    public override Codec<T> Create<T>() => new BsonCodec<T>(_serializer ??= new JsonSerializer());

    private sealed class BsonCodec<T>(JsonSerializer serializer) : Codec<T>
        where T : class
    {
        public override void Serialize(T value, Stream stream)
        {
            using BsonDataWriter writer = new(stream) { CloseOutput = false };
            serializer.Serialize(writer, value, typeof(T));
        }

        public override T Deserialize(Stream stream)
        {
            // Dates come back in UTC, as they were written; the default turns them into local time.
            using BsonDataReader reader = new(stream) { CloseInput = false, DateTimeKindHandling = DateTimeKind.Utc };
            return serializer.Deserialize<T>(reader)!;
        }
    }
}
