using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Seeded;

/// <summary>Looks for each book among all books before it, as a reader does whose table of references has too few buckets.</summary>
internal sealed class QuadraticAdapter : SerializerAdapter
{
    public override SerializerDescription Describe() => new("none", "", "own binary", IsText: false, "reads in quadratic time");

    public override Codec<T> Create<T>() => new QuadraticCodec() as Codec<T> ?? throw new NotSupportedException($"needs code of its own for {typeof(T).Name}");

    private sealed class QuadraticCodec : Codec<BookShelf>
    {
        public override void Serialize(BookShelf value, Stream stream) => ShelfFormat.Write(value, stream);

        public override BookShelf Deserialize(Stream stream)
        {
            BookShelf shelf = ShelfFormat.Read(stream);
            for (int i = 0; i < shelf.Books.Count; i++)
            {
                for (int j = 0; j < i; j++)
                {
                    if (shelf.Books[j].Id == shelf.Books[i].Id)
                        throw new InvalidDataException($"two books have the number {shelf.Books[i].Id}");
                }
            }

            return shelf;
        }
    }
}
