using System.Globalization;

namespace Fathom.Serializers.Kit.Cases.Books;

/// <summary>The case of the articles: N books with a payload each.</summary>
public sealed class BookShelfCase() : SerializerCase<BookShelf>("bookshelf", "N small objects in a list: title, number, payload bytes")
{
    /// <inheritdoc/>
    public override bool HasPayload => true;

    /// <inheritdoc/>
    public override BookShelf Generate(CaseData data)
    {
        int n = data.Dials.N;
        BookShelf shelf = new() { Books = new List<Book>(n) };
        for (int i = 0; i < n; i++)
        {
            shelf.Books.Add(new Book
            {
                Title = data.Random.Chance(data.Dials.NonAsciiPercent) ? data.Text() : string.Create(CultureInfo.InvariantCulture, $"Book {i}"),
                Id = i,
                BookData = data.Bytes(data.Dials.Payload),
            });
        }

        return shelf;
    }

    /// <inheritdoc/>
    public override long Touch(BookShelf value)
    {
        long sum = 0;
        foreach (Book book in value.Books)
            sum += book.Id + book.Title.Length + book.BookData.Length;
        return sum;
    }
}
