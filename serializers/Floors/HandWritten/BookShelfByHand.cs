using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Floors.HandWritten;

internal sealed class BookShelfByHand : HandWritten<BookShelf>
{
    public override void Write(BinaryWriter to, BookShelf value)
    {
        to.Write7BitEncodedInt(value.Books.Count);
        foreach (Book book in value.Books)
        {
            to.Write(book.Title);
            to.Write(book.Id);
            to.Write7BitEncodedInt(book.BookData.Length);
            to.Write(book.BookData);
        }
    }

    public override BookShelf Read(BinaryReader from)
    {
        int count = from.Read7BitEncodedInt();
        BookShelf shelf = new() { Books = new List<Book>(count) };
        for (int i = 0; i < count; i++)
            shelf.Books.Add(new Book { Title = from.ReadString(), Id = from.ReadInt32(), BookData = from.ReadBytes(from.Read7BitEncodedInt()) });
        return shelf;
    }
}
