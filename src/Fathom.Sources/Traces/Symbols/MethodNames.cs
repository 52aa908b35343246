using Fathom.Sources.Events;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>Names of methods, each kept once: programs that run beside one another have the same libraries, and each tells all methods of theirs that it used.</summary>
internal sealed class MethodNames
{
    private const int MostNames = 1 << 20;

    private readonly HashSet<string> _names = [];
    private readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> _byText;
    private char[] _text = new char[256];

    /// <summary>Begins without names.</summary>
    public MethodNames() => _byText = _names.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Names that are kept.</summary>
    public int Count => _names.Count;

    /// <summary>Type and name of a method. Nothing is allocated for one that came before.</summary>
    public string Of(in MethodCode code)
    {
        int length = code.Type.Length + 1 + code.Name.Length;
        if (length > _text.Length)
            _text = new char[length * 2];
        int at = 0;
        if (!code.Type.IsEmpty)
        {
            code.Type.CopyTo(_text);
            at = code.Type.Length;
            _text[at++] = '.';
        }

        code.Name.CopyTo(_text.AsSpan(at));
        ReadOnlySpan<char> text = _text.AsSpan(0, at + code.Name.Length);
        if (_byText.TryGetValue(text, out string? known))
            return known;
        string name = text.ToString();
        if (_names.Count < MostNames)
            _names.Add(name);
        return name;
    }
}
