using Fathom.Serializers.Kit.Cases.Books;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

internal sealed class BookShelfTable : FlatTable<BookShelf>
{
    public override int Write(FlatBufferBuilder to, BookShelf value)
    {
        int books = FlatFields.Begin(to, value.Books, Write);
        to.StartTable(1);
        to.AddOffset(0, books, 0);
        return to.EndTable();
    }

    public override BookShelf Read(Table from) => new() { Books = from.Tables(0, ReadBook) };

    public override long Leaves(Table from) => from.Leaves(0, static book => book.Text(0)!.Length + book.Int(1) + book.Vector(2).Length);

    private static int Write(FlatBufferBuilder to, Book value)
    {
        int title = FlatFields.Begin(to, value.Title), data = FlatFields.Begin(to, value.BookData, sizeof(byte));
        to.StartTable(3);
        to.AddOffset(0, title, 0);
        to.AddInt(1, value.Id, 0);
        to.AddOffset(2, data, 0);
        return to.EndTable();
    }

    private static Book ReadBook(Table from) => new() { Title = from.Text(0)!, Id = from.Int(1), BookData = from.Block<byte>(2) };
}
