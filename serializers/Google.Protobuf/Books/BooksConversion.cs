using Fathom.Serializers.Kit.Cases.Books;
using Google.Protobuf;

namespace Fathom.Serializers.GoogleProtobuf.Books;

internal static class BooksConversion
{
    public static BookShelfMessage ToMessage(BookShelf value)
    {
        BookShelfMessage message = new();
        message.Books.AddAll(value.Books, ToMessage);
        return message;
    }

    public static BookShelf ToValue(BookShelfMessage message)
    {
        BookShelf value = new();
        value.Books.AddAll(message.Books, ToValue);
        return value;
    }

    public static BookMessage ToMessage(Book value) => new()
    {
        Title = value.Title,
        Id = value.Id,
        BookData = UnsafeByteOperations.UnsafeWrap(value.BookData),
    };

    public static Book ToValue(BookMessage message) => new()
    {
        Title = message.Title,
        Id = message.Id,
        BookData = message.BookData.ToByteArray(),
    };
}
