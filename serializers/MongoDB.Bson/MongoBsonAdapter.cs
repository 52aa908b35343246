using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.OwnTypes;
using MongoDB.Bson;
using MongoDB.Bson.IO;
using MongoDB.Bson.Serialization;

namespace Fathom.Serializers.MongoBson;

/// <summary>The BSON of MongoDB's driver, with the class maps that it makes by itself.</summary>
internal sealed class MongoBsonAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => SerializerDescription.Of(typeof(BsonSerializer), "MongoDB.Bson", "BSON", isText: false);

    public override string? Needs(DeclaredTypes types) => types.Undetermined() is { } open ? $"[BsonKnownTypes] or a class map for {open}" : null;

    public override Codec<T> Create<T>() => new MongoBsonCodec<T>();

    private sealed class MongoBsonCodec<T> : Codec<T>
        where T : class
    {
        public override Lanes Native => Lanes.Stream | Lanes.Array;

        public override void Serialize(T value, Stream stream)
        {
            using BsonBinaryWriter writer = new(stream);
            BsonSerializer.Serialize(writer, value);
        }

        public override T Deserialize(Stream stream)
        {
            using BsonBinaryReader reader = new(stream);
            return BsonSerializer.Deserialize<T>(reader);
        }

        public override byte[] SerializeToArray(T value) => value.ToBson();

        public override T DeserializeArray(byte[] data) => BsonSerializer.Deserialize<T>(data);
    }
}
