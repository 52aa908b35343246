using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases.Books;
using Fathom.Serializers.Kit.Features.Types;

namespace Fathom.Tests.Serializers;

/// <summary>A serializer that is right but for one seeded fault.</summary>
internal sealed class SeededAdapter(SeededFault fault, SerializerRole role = SerializerRole.Serializer) : SerializerAdapter
{
    public override SerializerDescription Describe() => new("seeded", "1", "JSON", IsText: true, "", role);

    public override Codec<T> Create<T>() => new SeededCodec<T>(fault, OptionsFor(fault));

    private static JsonSerializerOptions OptionsFor(SeededFault fault)
    {
        JsonSerializerOptions options = new() { IncludeFields = true, NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };
        if (fault == SeededFault.LosesMember)
        {
            options.TypeInfoResolver = new DefaultJsonTypeInfoResolver
            {
                Modifiers =
                {
                    static type =>
                    {
                        if (type.Kind == JsonTypeInfoKind.Object && type.Properties.Count > 1)
                            type.Properties.RemoveAt(type.Properties.Count - 1);
                    },
                },
            };
        }

        if (fault == SeededFault.ChangesDateKind)
            options.Converters.Add(new KindlessDates());
        if (fault == SeededFault.SharesWrongly)
            options.Converters.Add(new OneItemPerNumber());
        return options;
    }

    private sealed class SeededCodec<T>(SeededFault fault, JsonSerializerOptions options) : Codec<T>
        where T : class
    {
        private T? _kept;
        private int _reads;

        public override void Serialize(T value, Stream stream)
        {
            if (fault == SeededFault.KeepsWhatItWasGiven)
                _kept = value;
            if (fault != SeededFault.ReadsNothing)
                JsonSerializer.Serialize(stream, value, options);
        }

        public override T Deserialize(Stream stream)
        {
            if (fault is SeededFault.KeepsWhatItWasGiven or SeededFault.KeepsWhatItRead && _kept is not null)
                return _kept;
            if (fault == SeededFault.ReadsNothing)
                return Activator.CreateInstance<T>();
            T result = JsonSerializer.Deserialize<T>(stream, options)!;
            if (fault == SeededFault.IsLazy && result is BookShelf shelf)
                return (T)(object)new LazyShelf(shelf);
            _reads++;
            if ((fault == SeededFault.LosesPayload || (fault == SeededFault.LosesPayloadLater && _reads > 2)) && result is BookShelf books)
                books.Books.ForEach(static book => book.BookData = null!);
            return _kept = result;
        }
    }

    private sealed class LazyShelf : BookShelf
    {
        private readonly BookShelf _inner;

        public LazyShelf(BookShelf inner)
        {
            _inner = inner;
            Books = [];
        }

        public override string ToString() => _inner.Books.Count.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }

    private sealed class KindlessDates : JsonConverter<DateTime>
    {
        public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => DateTime.SpecifyKind(reader.GetDateTime(), DateTimeKind.Unspecified);

        public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options) => writer.WriteStringValue(DateTime.SpecifyKind(value, DateTimeKind.Unspecified));
    }

    private sealed class OneItemPerNumber : JsonConverter<Item>
    {
        private readonly Dictionary<int, Item> _known = [];

        public override Item Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            int number = reader.GetInt32();
            return _known.TryGetValue(number, out Item? item) ? item : _known[number] = new Item { Number = number };
        }

        public override void Write(Utf8JsonWriter writer, Item value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Number);
    }
}
