namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// Figures of a file that has a line of words and below it one of their numbers, both after the same title: <c>/proc/net/snmp</c> and
/// <c>netstat</c>.
/// </summary>
/// <param name="path">The file.</param>
/// <param name="title">The title, with its colon.</param>
/// <param name="keys">What is read.</param>
internal sealed class TableFigures(string path, byte[] title, params FigureKey[] keys) : IFigureReader
{
    private readonly FigureFile _file = new(path);
    private readonly int[] _places = [.. keys.Select(static _ => -1)];

    /// <inheritdoc/>
    public void Read(FigureBook book)
    {
        ReadOnlySpan<byte> text = _file.Read();
        while (FigureText.NextLine(ref text, out ReadOnlySpan<byte> words))
        {
            if (!FigureText.NextWord(ref words).SequenceEqual(title))
                continue;
            if (FigureText.NextLine(ref text, out ReadOnlySpan<byte> numbers) && FigureText.NextWord(ref numbers).SequenceEqual(title))
                Set(book, words, numbers);
            return;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private void Set(FigureBook book, ReadOnlySpan<byte> words, ReadOnlySpan<byte> numbers)
    {
        while (FigureText.NextWord(ref words) is { IsEmpty: false } word)
        {
            long? number = FigureText.NextNumber(ref numbers);
            for (int i = 0; i < keys.Length; i++)
            {
                if (!word.SequenceEqual(keys[i].Word) || keys[i].Scaled(number) is not { } value)
                    continue;
                if (_places[i] < 0)
                    _places[i] = book.Add(keys[i], null);
                book.Set(_places[i], value);
            }
        }
    }
}
