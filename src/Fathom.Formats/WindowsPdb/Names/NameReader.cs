using System.Globalization;

namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>Reads names with what they lie in.</summary>
/// <param name="reader">The name.</param>
/// <param name="symbols">Reads whole symbols that stand in names.</param>
internal sealed class NameReader(DecoratedReader reader, SymbolReader symbols)
{
    private const string Nameless = "`anonymous namespace'";

    private TypeReader? _types;

    private TypeReader Types => _types ??= new TypeReader(reader, this);

    /// <summary>The name of a type.</summary>
    public string OfType() => In(Piece(isOwn: false));

    /// <summary>The name of a symbol; <see cref="OwnName.IsConversion"/> has no name without its result.</summary>
    public OwnName OfSymbol()
    {
        OwnName own = Own(isOwn: true);
        string last = "";
        string scope = Scope(ref last);
        string name = own.Structor switch
        {
            '0' => last,
            '1' => "~" + last,
            _ => own.Name,
        };
        return own with { Name = name + own.Arguments, Scope = scope };
    }

    private string In(string name)
    {
        string last = "";
        string scope = Scope(ref last);
        return scope.Length > 0 ? $"{scope}::{name}" : name;
    }

    private string Scope(ref string innermost)
    {
        List<string> pieces = [];
        while (!reader.HasFailed && !reader.Takes("@"))
            pieces.Add(Piece(isOwn: false));
        if (pieces.Count == 0)
            return "";
        innermost = pieces[0];
        pieces.Reverse();
        string scope = string.Join("::", pieces);
        return scope.Length <= DecoratedReader.LongestText ? scope : reader.Fail<string>() ?? "";
    }

    private string Piece(bool isOwn)
    {
        if (char.IsAsciiDigit(reader.Next))
            return reader.Remembered();
        if (reader.Takes("?$"))
            return reader.Remember(Template().Text);
        if (reader.Next == '?' && reader.Peek(1) == 'A')
        {
            reader.TakeUntil('@');
            return reader.Remember(Nameless);
        }

        if (reader.Next == '?' && !isOwn)
            return Local();
        string name = reader.TakeUntil('@');
        return name.Length > 0 ? reader.Remember(name) : reader.Fail<string>() ?? "";
    }

    // `int f(void)'::`2': a type or variable in the body of a function, and in which block.
    private string Local()
    {
        reader.Take();
        long number = reader.Number();
        // The compiler of Microsoft takes the whole name of the function in, which remembers on its own.
        (List<string>, List<DecoratedType>) outer = reader.BeginOwn();
        if (!reader.Takes("?") || !reader.Enter() || symbols.Read() is not { } of)
            return reader.Fail<string>() ?? "";
        reader.Leave();
        reader.EndOwn(outer);
        return string.Create(CultureInfo.InvariantCulture, $"`{(reader.WithTags ? of.Declaration : of.Name)}'::`{number}'");
    }

    private OwnName Own(bool isOwn)
    {
        if (reader.Takes("?$"))
            return Template() is var (own, arguments) ? own with { Arguments = arguments } : new OwnName("");
        if (!reader.Takes("?"))
            return new OwnName(Piece(isOwn));
        char letter = reader.Next;
        if (letter is '0' or '1')
            return new OwnName("") { Structor = reader.Take() };
        if (letter == 'B')
        {
            reader.Take();
            return new OwnName("operator") { IsConversion = true };
        }

        if (reader.Takes("__K"))
            return new OwnName($"operator \"\"{reader.TakeUntil('@')}");
        return new OwnName(OperatorNames.Take(reader) ?? reader.Fail<string>() ?? "");
    }

    private TemplateName Template()
    {
        if (!reader.Enter())
            return new TemplateName(new OwnName(""), "");
        (List<string>, List<DecoratedType>) outer = reader.BeginOwn();
        OwnName name = reader.Next == '?' && reader.Peek(1) != 'A' ? Own(isOwn: true) : new OwnName(Piece(isOwn: true));
        List<string> arguments = [];
        int length = 0;
        while (!reader.HasFailed && !reader.Takes("@"))
        {
            if (Argument() is not { } argument)
                continue;
            arguments.Add(argument);
            if ((length += argument.Length) > DecoratedReader.LongestText)
                reader.Fail<int>();
        }

        reader.EndOwn(outer);
        reader.Leave();
        return new TemplateName(name, $"<{string.Join(", ", arguments)}>");
    }

    // Null for an empty list of arguments, which is no argument.
    private string? Argument()
    {
        if (reader.Takes("$S") || reader.Takes("$$V") || reader.Takes("$$$V") || reader.Takes("$$Z"))
            return null;
        if (reader.Takes("$$Y"))
            return OfType();
        if (reader.Takes("$0"))
            return reader.Number().ToString(CultureInfo.InvariantCulture);
        if (reader.Takes("$1"))
            return "&" + Symbol();
        if (reader.Takes("$E"))
            return Symbol();
        if (reader.Next == '$' && reader.Peek(1) is >= 'F' and <= 'J')
        {
            reader.Take();
            char kind = reader.Take();
            List<string> parts = kind >= 'H' ? ["&" + Symbol()] : [];
            for (int i = kind switch { 'F' or 'I' => 2, 'G' or 'J' => 3, _ => 1 }; i > 0; i--)
                parts.Add(reader.Number().ToString(CultureInfo.InvariantCulture));
            return $"{{{string.Join(", ", parts)}}}";
        }

        return Types.Read().ToString();
    }

    private string Symbol() =>
        reader.Next == '?' && reader.Enter() && symbols.Read() is { } symbol && LeaveWith(reader.WithTags ? symbol.Declaration : symbol.Name) is { } text
            ? text
            : reader.Fail<string>() ?? "";

    private string LeaveWith(string text)
    {
        reader.Leave();
        return text;
    }
}
