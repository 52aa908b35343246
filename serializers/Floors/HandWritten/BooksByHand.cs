using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class BooksByHand
{
    public static void Write(BinaryWriter to, BookShelf value) => to.WriteList(value.Books, Write);

    public static BookShelf ReadBookShelf(BinaryReader from) => new() { Books = from.ReadList(ReadBook) };

    public static void Write(BinaryWriter to, Book value)
    {
        to.Write(value.Title);
        to.Write(value.Id);
        to.WriteBlock(value.BookData);
    }

    public static Book ReadBook(BinaryReader from) => new()
    {
        Title = from.ReadString(),
        Id = from.ReadInt32(),
        BookData = from.ReadBlock<byte>(),
    };
}
