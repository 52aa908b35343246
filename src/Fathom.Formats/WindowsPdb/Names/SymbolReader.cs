using System.Globalization;
using System.Text;

namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>Reads a whole symbol: its name, and what it is.</summary>
internal sealed class SymbolReader
{
    private readonly DecoratedReader _reader;
    private readonly NameReader _names;
    private readonly TypeReader _types;

    /// <summary>Begins.</summary>
    /// <param name="reader">The name.</param>
    public SymbolReader(DecoratedReader reader)
    {
        _reader = reader;
        _names = new NameReader(reader, this);
        _types = new TypeReader(reader, _names);
    }

    /// <summary>Reads it; null where its form is not known.</summary>
    public DecoratedSymbol? Read()
    {
        if (!_reader.Takes("?"))
            return _reader.Fail<DecoratedSymbol>();
        if (_reader.Takes("?__E"))
            return Made("`dynamic initializer for ");
        if (_reader.Takes("?__F"))
            return Made("`dynamic atexit destructor for ");
        OwnName name = _names.OfSymbol();
        return _reader.HasFailed ? null : Encoded(name);
    }

    // A function that the compiler makes for a variable: its name is that of the variable, or all of it.
    private DecoratedSymbol? Made(string what)
    {
        bool isStatic = _reader.Takes("?");
        OwnName name = _names.OfSymbol();
        if (_reader.HasFailed)
            return null;
        string of = $"'{name.Whole}'";
        if (_reader.Next is >= '0' and <= '4' && Variable(name) is { } variable)
        {
            of = $"`{(_reader.WithTags ? variable.Declaration : variable.Name)}'";
            if (isStatic && !_reader.Takes("@"))
                return _reader.Fail<DecoratedSymbol>();
            if (!_reader.Takes("@"))
                return _reader.Fail<DecoratedSymbol>();
        }

        return Encoded(new OwnName($"{what}{of}'"));
    }

    private DecoratedSymbol? Encoded(OwnName name) => _reader.Next switch
    {
        >= '0' and <= '4' => Variable(name),
        '6' or '7' => Table(name),
        '8' => Plain(name),
        _ => Function(name),
    };

    private DecoratedSymbol? Plain(OwnName name)
    {
        _reader.Take();
        return Named(name, name.Whole);
    }

    private DecoratedSymbol? Table(OwnName name)
    {
        _reader.Take();
        string qualifiers = DecoratedQualifier.Of(_reader).Qualifiers.HasFlag(DecoratedQualifiers.Const) ? "const " : "";
        string of = "";
        if (!_reader.Takes("@"))
        {
            of = $"{{for `{_names.OfType()}'}}";
            _reader.Takes("@");
        }

        return Named(name, qualifiers + name.Whole + of);
    }

    private DecoratedSymbol? Variable(OwnName name)
    {
        string access = _reader.Take() switch
        {
            '0' => "private: static ",
            '1' => "protected: static ",
            '2' => "public: static ",
            _ => "",
        };
        DecoratedType type = _types.Read();
        if (type is PointerType pointer)
        {
            pointer.Qualifiers |= DecoratedQualifier.OfPointer(_reader);
            DecoratedQualifiers qualifiers = DecoratedQualifier.Of(_reader).Qualifiers;
            if (pointer.Owner is not null)
                _names.OfType();
            pointer.Target.Qualifiers |= qualifiers;
        }
        else
        {
            type.Qualifiers |= DecoratedQualifier.Of(_reader).Qualifiers;
        }

        if (_reader.HasFailed)
            return null;
        StringBuilder text = new(access);
        type.Before(text);
        Space(text);
        text.Append(name.Whole);
        type.Behind(text);
        return Named(name, text.ToString());
    }

    private DecoratedSymbol? Function(OwnName name)
    {
        if (_reader.Takes("9"))
            return Named(name, $"extern \"C\" {name.Whole}");
        string adjusted = "";
        char kind = _reader.Take();
        bool isVirtual, isStatic = false;
        int access;
        if (kind == '$')
        {
            (access, adjusted) = Adjusted();
            isVirtual = true;
        }
        else if (kind is >= 'A' and <= 'X')
        {
            // Eight letters each for private, protected and public: two for plain, static, virtual, virtual with another object.
            access = (kind - 'A') / 8;
            int form = (kind - 'A') % 8 / 2;
            (isStatic, isVirtual) = (form == 1, form >= 2);
            if (form == 3)
                adjusted = string.Create(CultureInfo.InvariantCulture, $"`adjustor{{{_reader.Number()}}}'");
        }
        else if (kind is 'Y' or 'Z')
        {
            (access, isVirtual, isStatic) = (-1, false, true);
        }
        else
        {
            return _reader.Fail<DecoratedSymbol>();
        }

        FunctionType type = _types.Function(ofMember: !isStatic);
        if (_reader.HasFailed)
            return null;
        if (name.IsConversion)
        {
            name = name with { Name = $"operator{name.Arguments} {type.Result}" };
        }

        StringBuilder text = new(adjusted.Length > 0 ? "[thunk]: " : "");
        text.Append(access switch { 0 => "private: ", 1 => "protected: ", 2 => "public: ", _ => "" });
        text.Append(isStatic && access >= 0 ? "static " : isVirtual ? "virtual " : "");
        type.Before(text);
        Space(text);
        text.Append(name.Whole).Append(adjusted);
        type.Behind(text);
        return Named(name, text.ToString());
    }

    private (int Access, string Text) Adjusted()
    {
        bool isLong = _reader.Takes("R");
        int access = (_reader.Take() - '0') / 2;
        if (access is < 0 or > 2)
            return (_reader.Fail<int>(), "");
        long[] numbers = new long[isLong ? 4 : 2];
        for (int i = 0; i < numbers.Length; i++)
            numbers[i] = (int)_reader.Number();
        return (access, $"`vtordisp{(isLong ? "ex" : "")}{{{string.Join(", ", numbers)}}}'");
    }

    private DecoratedSymbol? Named(OwnName name, string declaration) =>
        declaration.Length <= DecoratedReader.LongestText ? new DecoratedSymbol(name.Whole, declaration) : _reader.Fail<DecoratedSymbol>();

    private static void Space(StringBuilder text)
    {
        if (text.Length > 0 && (char.IsAsciiLetterOrDigit(text[^1]) || text[^1] == '>'))
            text.Append(' ');
    }
}
