using Fathom.Serializers.Kit.Cases.Books;
using Google.Protobuf;

namespace Fathom.Serializers.GoogleProtobuf.Books;

internal sealed class BookShelfMapping : Mapping<BookShelf, BookShelfMessage>
{
    public override BookShelfMessage ToMessage(BookShelf value)
    {
        BookShelfMessage message = new();
        message.Books.Capacity = value.Books.Count;
        foreach (Book book in value.Books)
            message.Books.Add(new BookMessage { Title = book.Title, Id = book.Id, BookData = UnsafeByteOperations.UnsafeWrap(book.BookData) });
        return message;
    }

    public override BookShelf ToValue(BookShelfMessage message)
    {
        BookShelf shelf = new() { Books = new List<Book>(message.Books.Count) };
        foreach (BookMessage book in message.Books)
            shelf.Books.Add(new Book { Title = book.Title, Id = book.Id, BookData = book.BookData.ToByteArray() });
        return shelf;
    }
}
