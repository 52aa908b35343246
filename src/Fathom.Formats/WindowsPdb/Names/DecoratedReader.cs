namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>Goes through a decorated name, and keeps the names and parameters that it may refer to again.</summary>
/// <param name="text">The name.</param>
/// <param name="withTags">Whether types are called struct, class, union and enum.</param>
internal sealed class DecoratedReader(string text, bool withTags)
{
    /// <summary>Characters of a text that is made: what repeats itself could be far longer than the name.</summary>
    public const int LongestText = 1 << 14;

    private const int MostRemembered = 10;
    private const int MostDepth = 64;

    private int _at;
    private int _depth;
    private List<string> _names = [];
    private List<DecoratedType> _parameters = [];

    /// <summary>Whether types are called struct, class, union and enum.</summary>
    public bool WithTags => withTags;

    /// <summary>Whether the form is not known.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Whether all was read.</summary>
    public bool IsAtEnd => _at >= text.Length;

    /// <summary>Where it is.</summary>
    public int At => _at;

    /// <summary>The next character; 0 at the end.</summary>
    public char Next => Peek(0);

    /// <summary>A character behind the next one; 0 behind the end.</summary>
    public char Peek(int ahead) => _at + ahead < text.Length ? text[_at + ahead] : '\0';

    /// <summary>Takes a character.</summary>
    public char Take() => _at < text.Length ? text[_at++] : Fail<char>();

    /// <summary>Takes a text if it stands here.</summary>
    public bool Takes(string what)
    {
        if (!text.AsSpan(_at).StartsWith(what, StringComparison.Ordinal))
            return false;
        _at += what.Length;
        return true;
    }

    /// <summary>Takes all before a character, and that.</summary>
    public string TakeUntil(char end)
    {
        int at = text.IndexOf(end, _at);
        if (at < 0)
            return Fail<string>() ?? "";
        string taken = text[_at..at];
        _at = at + 1;
        return taken;
    }

    /// <summary>Ends it: the form is not known.</summary>
    public T? Fail<T>()
    {
        (HasFailed, _at) = (true, text.Length);
        return default;
    }

    /// <summary>A number: a digit is one less than itself, others are letters A to P ended by @; ? in front makes it negative.</summary>
    public long Number()
    {
        bool isNegative = Takes("?");
        if (char.IsAsciiDigit(Next))
            return (Take() - '0' + 1) * (isNegative ? -1 : 1);
        ulong value = 0;
        while (Next is >= 'A' and <= 'P')
            value = (value << 4) | (uint)(Take() - 'A');
        if (!Takes("@"))
            return Fail<long>();
        return isNegative ? -(long)value : (long)value;
    }

    /// <summary>Goes one level deeper.</summary>
    /// <returns>False where there are too many.</returns>
    public bool Enter()
    {
        if (++_depth <= MostDepth)
            return true;
        Fail<int>();
        return false;
    }

    /// <summary>Comes back from a level.</summary>
    public void Leave() => _depth--;

    /// <summary>Keeps a name that may come again.</summary>
    public string Remember(string name)
    {
        if (name.Length > LongestText)
            return Fail<string>() ?? "";
        if (_names.Count < MostRemembered && !_names.Contains(name))
            _names.Add(name);
        return name;
    }

    /// <summary>A name that came before.</summary>
    public string Remembered() => Take() - '0' is var number && number < _names.Count ? _names[number] : Fail<string>() ?? "";

    /// <summary>Keeps a parameter that may come again.</summary>
    public void Remember(DecoratedType parameter)
    {
        if (_parameters.Count < MostRemembered)
            _parameters.Add(parameter);
    }

    /// <summary>A parameter that came before.</summary>
    public DecoratedType? RememberedParameter() => Take() - '0' is var number && number < _parameters.Count ? _parameters[number] : Fail<DecoratedType>();

    /// <summary>A template, or the function that something lies in, remembers on its own: begins that.</summary>
    public (List<string>, List<DecoratedType>) BeginOwn()
    {
        (List<string>, List<DecoratedType>) outer = (_names, _parameters);
        (_names, _parameters) = ([], []);
        return outer;
    }

    /// <summary>Ends that.</summary>
    public void EndOwn((List<string> Names, List<DecoratedType> Parameters) outer) => (_names, _parameters) = outer;
}
