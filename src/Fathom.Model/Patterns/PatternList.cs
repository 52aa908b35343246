using System.Collections.Concurrent;

namespace Fathom.Model.Patterns;

/// <summary>
/// Patterns joined by commas: <c>api*,db*,!*test*</c>. A value fits when any pattern fits (or none is given) and no pattern behind a <c>!</c> does.
/// </summary>
/// <remarks>
/// A comma inside a closed pair of brackets belongs to the pattern, so <c>Dictionary&lt;string,Order&gt;</c> is one.
/// An absent value is matched as an empty text.
/// </remarks>
public sealed class PatternList
{
    private readonly List<Pattern> _wanted = [];
    private readonly List<Pattern> _unwanted = [];
    // Lists of objects have the same few types in many rows, and several threads ask.
    private readonly ConcurrentDictionary<string, bool> _types = new(StringComparer.Ordinal);

    /// <summary>Reads one list; every text is one.</summary>
    public PatternList(string text)
        : this([text])
    {
    }

    /// <summary>Reads the values of an option that was given several times; they count as one list.</summary>
    public PatternList(IEnumerable<string> texts)
    {
        foreach (string text in texts)
            Add(text);
    }

    /// <summary>Whether the values are names of types: a pattern without wildcards then fits a type by its name in C# too, as tables show it.</summary>
    public bool AreTypes { get; init; }

    /// <summary>Whether the value fits.</summary>
    public bool Matches(ReadOnlySpan<char> value)
    {
        if (AreTypes && value.Length > 0 && (_wanted.Exists(static pattern => pattern.IsName) || _unwanted.Exists(static pattern => pattern.IsName)))
            return _types.GetAlternateLookup<ReadOnlySpan<char>>() is var known && known.TryGetValue(value, out bool fits) ? fits : MatchesType(value.ToString());
        return MatchesEither(value, value);
    }

    /// <summary>Whether something with two names fits: by one of them, and excluded by neither.</summary>
    public bool MatchesEither(ReadOnlySpan<char> name, ReadOnlySpan<char> other)
    {
        foreach (Pattern pattern in _unwanted)
        {
            if (pattern.Matches(name) || (other != name && pattern.Matches(other)))
                return false;
        }

        foreach (Pattern pattern in _wanted)
        {
            if (pattern.Matches(name) || (other != name && pattern.Matches(other)))
                return true;
        }

        return _wanted.Count == 0;
    }

    /// <summary>The patterns, those behind a <c>!</c> left out, that none of some values fits.</summary>
    public IEnumerable<Pattern> Unmet(IReadOnlyCollection<string> values) => _wanted.Where(pattern => !values.Any(value => pattern.Matches(value)));

    private bool MatchesType(string type)
    {
        string? inShort = null, full = null;
        bool fits = !_unwanted.Exists(Fits) && (_wanted.Count == 0 || _wanted.Exists(Fits));
        _types.TryAdd(type, fits);
        return fits;

        bool Fits(Pattern pattern) => pattern.Matches(type)
            || (pattern.IsName && (pattern.Matches(inShort ??= CSharpName.Short(type)) || pattern.Matches(full ??= CSharpName.Full(type))));
    }

    private void Add(string text)
    {
        Brackets brackets = new(text);
        int start = 0;
        for (int i = 0; i <= text.Length; i++)
        {
            if (i < text.Length && (text[i] != ',' || brackets.Enclose(i)))
                continue;
            // Blanks behind a comma are for the eye.
            AddOne(start == 0 ? text[..i] : text[start..i].TrimStart(' '));
            start = i + 1;
        }
    }

    private void AddOne(string text)
    {
        if (text.StartsWith('!'))
            _unwanted.Add(new Pattern(text[1..]));
        else
            _wanted.Add(new Pattern(text));
    }
}
