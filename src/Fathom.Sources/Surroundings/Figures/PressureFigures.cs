namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// Time in which something waited for a resource: "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234" and "full …", in microseconds.
/// <c>some</c> is that at least one thread waited, <c>full</c> that no thread could run for it.
/// </summary>
internal sealed class PressureFigures : IFigureReader
{
    private const long NsPerMicrosecond = 1_000;

    private readonly FigureFile _file;
    private readonly string? _item;
    private readonly FigureKey _some;
    private readonly FigureKey _full;
    private int _somePlace = -1;
    private int _fullPlace = -1;

    private PressureFigures(string path, string topic, string? item, string prefix)
    {
        _file = new FigureFile(path);
        _item = item;
        _some = new FigureKey(topic, prefix + "some_ns", "some", NsPerMicrosecond);
        _full = new FigureKey(topic, prefix + "full_ns", "full", NsPerMicrosecond);
    }

    /// <summary>Of all of the machine.</summary>
    public static PressureFigures OfMachine(string root, string resource) =>
        new($"{root}/proc/pressure/{resource}", FigureTopics.Pressure, resource, "");

    /// <summary>Of the threads of a control group.</summary>
    public static PressureFigures OfGroup(string folder, string group, string resource) =>
        new($"{folder}/{resource}.pressure", FigureTopics.Group, group, $"{resource}_");

    /// <inheritdoc/>
    public void Read(FigureBook book)
    {
        ReadOnlySpan<byte> text = _file.Read();
        while (FigureText.NextLine(ref text, out ReadOnlySpan<byte> line))
        {
            ReadOnlySpan<byte> which = FigureText.NextWord(ref line);
            int at = line.IndexOf("total="u8);
            long? total = at < 0 ? null : FigureText.Number(line[(at + "total=".Length)..]);
            if (which.SequenceEqual(_some.Word))
                Set(book, _some, ref _somePlace, total);
            else if (which.SequenceEqual(_full.Word))
                Set(book, _full, ref _fullPlace, total);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private void Set(FigureBook book, FigureKey key, ref int place, long? total)
    {
        if (key.Scaled(total) is not { } ns)
            return;
        if (place < 0)
            place = book.Add(key, _item);
        book.Set(place, ns);
    }
}
