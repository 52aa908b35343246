namespace Fathom.Sources.Surroundings.Figures;

/// <summary>Figures of a file that has a word and its number in each line, or of one that is a number itself.</summary>
/// <param name="path">The file.</param>
/// <param name="item">Which one the figures are of; null for all of the machine.</param>
/// <param name="keys">What is read of it.</param>
internal sealed class KeyFigures(string path, string? item, params FigureKey[] keys) : IFigureReader
{
    // The kernel's "no limit" of version 1 is the largest number of whole pages.
    private const long NoLimit = long.MaxValue / 2;

    private readonly FigureFile _file = new(path);
    private readonly int[] _places = [.. keys.Select(static _ => -1)];

    /// <inheritdoc/>
    public void Read(FigureBook book)
    {
        ReadOnlySpan<byte> text = _file.Read();
        while (FigureText.NextLine(ref text, out ReadOnlySpan<byte> line))
        {
            ReadOnlySpan<byte> word = FigureText.NextWord(ref line);
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i].Word.IsEmpty)
                    Set(book, i, FigureText.Number(word));
                else if (word.SequenceEqual(keys[i].Word))
                    Set(book, i, FigureText.NextNumber(ref line));
                else
                    continue;
                break;
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private void Set(FigureBook book, int i, long? value)
    {
        if (keys[i].Scaled(value < NoLimit ? value : null) is not { } number)
            return;
        if (_places[i] < 0)
            _places[i] = book.Add(keys[i], item);
        book.Set(_places[i], number);
    }
}
