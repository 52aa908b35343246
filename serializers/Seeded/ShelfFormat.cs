using System.Text;
using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Seeded;

/// <summary>A shelf by BinaryWriter and BinaryReader.</summary>
internal static class ShelfFormat
{
    public static void Write(BookShelf value, Stream stream)
    {
        using BinaryWriter writer = new(stream, Encoding.UTF8, leaveOpen: true);
        writer.Write(value.Books.Count);
        foreach (Book book in value.Books)
        {
            writer.Write(book.Title);
            writer.Write(book.Id);
            writer.Write(book.BookData.Length);
            writer.Write(book.BookData);
        }
    }

    public static BookShelf Read(Stream stream)
    {
        using BinaryReader reader = new(stream, Encoding.UTF8, leaveOpen: true);
        BookShelf shelf = new() { Books = [] };
        for (int left = reader.ReadInt32(); left > 0; left--)
            shelf.Books.Add(new Book { Title = reader.ReadString(), Id = reader.ReadInt32(), BookData = reader.ReadBytes(reader.ReadInt32()) });
        return shelf;
    }
}
