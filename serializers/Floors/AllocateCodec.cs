using System.Text;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Floors;

/// <summary>The titles and payloads of a shelf one after the other, with an index of where each ends.</summary>
internal sealed class AllocateCodec(bool isListPresized) : Codec<BookShelf>
{
    private BookShelf? _value;
    private byte[] _bytes = [];
    private Slot[] _slots = [];

    public override void Serialize(BookShelf value, Stream stream)
    {
        if (!ReferenceEquals(value, _value))
            Prepare(value);
        stream.Write(_bytes);
    }

    public override BookShelf Deserialize(Stream stream)
    {
        ReadOnlySpan<byte> bytes = _bytes;
        BookShelf shelf = new() { Books = isListPresized ? new List<Book>(_slots.Length) : [] };
        foreach (Slot slot in _slots)
        {
            shelf.Books.Add(new Book
            {
                Title = Encoding.UTF8.GetString(bytes[slot.Start..slot.TitleEnd]),
                Id = slot.Id,
                BookData = bytes[slot.TitleEnd..slot.End].ToArray(),
            });
        }

        return shelf;
    }

    private void Prepare(BookShelf value)
    {
        using MemoryStream bytes = new();
        _slots = new Slot[value.Books.Count];
        for (int i = 0; i < _slots.Length; i++)
        {
            Book book = value.Books[i];
            int start = (int)bytes.Length;
            bytes.Write(Encoding.UTF8.GetBytes(book.Title));
            int titleEnd = (int)bytes.Length;
            bytes.Write(book.BookData);
            _slots[i] = new Slot(book.Id, start, titleEnd, (int)bytes.Length);
        }

        _bytes = bytes.ToArray();
        _value = value;
    }

    private readonly record struct Slot(int Id, int Start, int TitleEnd, int End);
}
