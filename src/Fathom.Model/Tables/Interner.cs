namespace Fathom.Model.Tables;

/// <summary>
/// Gives each distinct text of a recording a dense number, starting at 1. Thread-safe.
/// </summary>
/// <remarks>
/// Bounded: when <c>capacity</c> texts are held, or the next text would pass <c>maxChars</c> in all, a further new text gets the id of <see cref="OverflowText"/> and
/// <see cref="Overflowed"/> counts the call. Known texts keep their ids. The writer of the recording reports the count as loss.
/// </remarks>
public sealed class Interner
{
    /// <summary>Stands for every text that came after the interner was full.</summary>
    public const string OverflowText = "(text table full)";

    private readonly Lock _gate = new();
    private readonly Dictionary<string, uint> _ids = new(StringComparer.Ordinal);
    private readonly Dictionary<string, uint>.AlternateLookup<ReadOnlySpan<char>> _idsBySpan;
    private readonly List<string> _texts = [""];
    private readonly int _capacity;
    private readonly long _maxChars;
    private long _chars;
    private long _overflowed;

    /// <summary>Creates an empty interner.</summary>
    /// <param name="capacity">Most distinct texts, at least 1; the overflow text is not counted.</param>
    /// <param name="maxChars">Most UTF-16 characters of all texts together.</param>
    public Interner(int capacity = 4 * 1024 * 1024, long maxChars = 256L * 1024 * 1024)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _capacity = capacity;
        _maxChars = maxChars;
        _idsBySpan = _ids.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    /// <summary>Distinct texts held, the overflow text included once it is in use.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _texts.Count - 1;
        }
    }

    /// <summary>Calls answered with the overflow text because the interner was full.</summary>
    public long Overflowed => Interlocked.Read(ref _overflowed);

    /// <summary>The id of a text, new or known. Null gives <see cref="TextId.None"/>; the empty text has an id of its own.</summary>
    public TextId Text(string? text) => text is null ? TextId.None : Text(text.AsSpan());

    /// <summary>The id of a text, new or known; allocates only for a new one.</summary>
    public TextId Text(ReadOnlySpan<char> text)
    {
        lock (_gate)
        {
            if (_idsBySpan.TryGetValue(text, out uint known))
                return new TextId(known);
            if (_ids.Count >= _capacity || _chars + text.Length > _maxChars)
                return Overflow();
            return Add(text.ToString());
        }
    }

    /// <summary>The id of a text that is held; <see cref="TextId.None"/> for another one.</summary>
    public TextId Known(ReadOnlySpan<char> text)
    {
        lock (_gate)
            return _idsBySpan.TryGetValue(text, out uint id) ? new TextId(id) : TextId.None;
    }

    /// <summary>The text of an id that this interner gave out.</summary>
    public string Resolve(TextId id)
    {
        lock (_gate)
            return _texts[checked((int)id.Value)];
    }

    private TextId Overflow()
    {
        Interlocked.Increment(ref _overflowed);
        return _ids.TryGetValue(OverflowText, out uint id) ? new TextId(id) : Add(OverflowText);
    }

    private TextId Add(string text)
    {
        uint id = (uint)_texts.Count;
        _texts.Add(text);
        _ids.Add(text, id);
        _chars += text.Length;
        return new TextId(id);
    }
}
