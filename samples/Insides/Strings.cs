namespace Insides;

/// <summary>Strings of known content and number, made at run time so that no literal is counted with them.</summary>
internal sealed class Strings
{
    private readonly List<string> _all = [];
    private readonly SortedDictionary<string, int> _counts = new(StringComparer.Ordinal);

    public Strings(bool more)
    {
        Add(1_000, "repeated text");
        Add(10, "a\tb\n\"c\" \u001b[31m\0 \u20ac \ud83d\ude00");
        Add(7, new string('x', 300_000));
        Add(3, new string('y', 299_999) + "1");
        Add(2, new string('y', 299_999) + "2");
        if (more)
            Add(40, "added later");
        for (int i = 0; i < 200; i++)
            Add(1, "unique " + i.ToString(System.Globalization.CultureInfo.InvariantCulture));
    }

    /// <summary>How often a text is on the heap. Of a long one, first character, length and last character stand for it; texts of their own are left out.</summary>
    public object Describe() =>
        _counts.Where(static pair => pair.Value > 2).ToDictionary(static pair => pair.Key.Length > 1_000 ? $"{pair.Key[0]}{pair.Key.Length}{pair.Key[^1]}" : pair.Key, static pair => pair.Value);

    private void Add(int count, string text)
    {
        // The text itself is on the heap too, as a key.
        _counts[text] = count + 1;
        for (int i = 0; i < count; i++)
            _all.Add(new string(text.AsSpan()));
    }
}
