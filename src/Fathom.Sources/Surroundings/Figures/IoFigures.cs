namespace Fathom.Sources.Surroundings.Figures;

/// <summary>What a control group read and wrote, added over disks: lines of <c>io.stat</c>, "8:0 rbytes=1 wbytes=2 rios=3 …".</summary>
/// <param name="folder">Its folder.</param>
/// <param name="group">The group.</param>
internal sealed class IoFigures(string folder, string group) : IFigureReader
{
    private static readonly FigureKey[] s_keys =
    [
        new(FigureTopics.Group, "read_bytes", "rbytes"), new(FigureTopics.Group, "write_bytes", "wbytes"),
        new(FigureTopics.Group, "reads", "rios"), new(FigureTopics.Group, "writes", "wios"),
    ];

    private readonly FigureFile _file = new($"{folder}/io.stat");
    private readonly int[] _places = [.. s_keys.Select(static _ => -1)];
    private readonly long[] _sums = new long[s_keys.Length];

    /// <inheritdoc/>
    public void Read(FigureBook book)
    {
        if (!_file.IsOpen)
            return;
        Array.Clear(_sums);
        ReadOnlySpan<byte> text = _file.Read();
        while (FigureText.NextLine(ref text, out ReadOnlySpan<byte> line))
        {
            while (FigureText.NextWord(ref line) is { IsEmpty: false } word)
                Add(word);
        }

        for (int i = 0; i < s_keys.Length; i++)
        {
            if (_places[i] < 0 && _sums[i] > 0)
                _places[i] = book.Add(s_keys[i], group, wasZero: true);
            if (_places[i] >= 0)
                book.Set(_places[i], _sums[i]);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private void Add(ReadOnlySpan<byte> word)
    {
        int equals = word.IndexOf((byte)'=');
        if (equals < 0 || FigureText.Number(word[(equals + 1)..]) is not { } value)
            return;
        for (int i = 0; i < s_keys.Length; i++)
        {
            if (word[..equals].SequenceEqual(s_keys[i].Word) && value <= long.MaxValue - _sums[i])
                _sums[i] += value;
        }
    }
}
