using System.Text;
using Fathom.Formats.MachineLog;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// Figures of things that come and go, a line each: disks and network interfaces. One that has done nothing since the machine was started
/// is not told.
/// </summary>
/// <param name="file">The file.</param>
/// <param name="keys">What is read of a line, in its order; null for a number that is passed over.</param>
internal abstract class ItemFigures(FigureFile file, FigureKey?[] keys) : IFigureReader
{
    /// <summary>Most that are told; machines with containers have an interface for each.</summary>
    private const int MaxItems = 256;

    private const int MaxKnown = 4_096;

    private readonly List<Item> _items = [];
    private readonly long?[] _numbers = new long?[keys.Length];
    private int _told;

    /// <inheritdoc/>
    public void Read(FigureBook book)
    {
        ReadOnlySpan<byte> text = file.Read();
        int expected = 0;
        while (FigureText.NextLine(ref text, out ReadOnlySpan<byte> line))
        {
            ReadOnlySpan<byte> name = TakeName(ref line);
            if (name.IsEmpty || Find(name, ref expected) is not { IsTold: true } item)
                continue;
            for (int i = 0; i < keys.Length; i++)
                _numbers[i] = FigureText.NextNumber(ref line);
            Set(book, item);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => file.Dispose();

    /// <summary>Takes the name of a thing from its line, and leaves its numbers; empty where the line has none.</summary>
    protected abstract ReadOnlySpan<byte> TakeName(ref ReadOnlySpan<byte> line);

    /// <summary>Whether a thing of this name is told.</summary>
    protected abstract bool IsTold(string name);

    private void Set(FigureBook book, Item item)
    {
        if (item.Places is null)
        {
            if (!HasActivity() || _told == MaxItems)
            {
                item.WasIdle = true;
                return;
            }

            _told++;
            item.Places = Places(book, item);
        }

        for (int i = 0; i < keys.Length; i++)
        {
            if (keys[i] is { } key)
                book.Set(item.Places[i], key.Scaled(_numbers[i]));
        }
    }

    private int[] Places(FigureBook book, Item item) =>
        [.. keys.Select(key => key is null ? -1 : book.Add(key, item.Name, item.WasIdle && key.Kind == LoggedSeries.Counter))];

    private bool HasActivity()
    {
        foreach (long? number in _numbers)
        {
            if (number is > 0)
                return true;
        }

        return false;
    }

    // The kernel lists them in the same order each time.
    private Item? Find(ReadOnlySpan<byte> name, ref int expected)
    {
        for (int i = 0; i < _items.Count; i++)
        {
            int at = (expected + i) % _items.Count;
            if (!name.SequenceEqual(_items[at].Bytes))
                continue;
            expected = at + 1;
            return _items[at];
        }

        if (_items.Count == MaxKnown)
            return null;
        string text = Encoding.UTF8.GetString(name);
        Item item = new(text, name.ToArray(), IsTold(text));
        _items.Add(item);
        expected = _items.Count;
        return item;
    }

    private sealed class Item(string name, byte[] bytes, bool isTold)
    {
        public string Name { get; } = name;

        public byte[] Bytes { get; } = bytes;

        public bool IsTold { get; } = isTold;

        /// <summary>Whether all of its counters were 0 at the reading before.</summary>
        public bool WasIdle { get; set; }

        public int[]? Places { get; set; }
    }
}
