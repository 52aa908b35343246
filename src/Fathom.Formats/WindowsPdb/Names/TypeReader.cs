namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>Reads types of decorated names.</summary>
/// <param name="reader">The name.</param>
/// <param name="names">Reads names.</param>
internal sealed class TypeReader(DecoratedReader reader, NameReader names)
{
    private static readonly Dictionary<char, string> s_numbers = new()
    {
        ['X'] = "void", ['D'] = "char", ['C'] = "signed char", ['E'] = "unsigned char", ['F'] = "short", ['G'] = "unsigned short", ['H'] = "int", ['I'] = "unsigned int",
        ['J'] = "long", ['K'] = "unsigned long", ['M'] = "float", ['N'] = "double", ['O'] = "long double",
    };

    private static readonly Dictionary<char, string> s_further = new()
    {
        ['N'] = "bool", ['J'] = "__int64", ['K'] = "unsigned __int64", ['W'] = "wchar_t", ['Q'] = "char8_t", ['S'] = "char16_t", ['U'] = "char32_t", ['P'] = "auto",
        ['T'] = "decltype(auto)",
    };

    /// <summary>A type.</summary>
    public DecoratedType Read()
    {
        if (!reader.Enter())
            return new NamedType("");
        DecoratedType type = Inner() ?? reader.Fail<DecoratedType>() ?? new NamedType("");
        reader.Leave();
        return type;
    }

    /// <summary>A type behind its qualifiers.</summary>
    public DecoratedType Qualified()
    {
        DecoratedQualifiers qualifiers = DecoratedQualifier.Of(reader).Qualifiers;
        DecoratedType type = Read();
        type.Qualifiers |= qualifiers;
        return type;
    }

    /// <summary>A function: what is const of members, convention, result and parameters.</summary>
    /// <param name="ofMember">Whether it is one of an object.</param>
    public FunctionType Function(bool ofMember)
    {
        DecoratedQualifiers qualifiers = DecoratedQualifiers.None;
        string reference = "";
        if (ofMember)
        {
            qualifiers = DecoratedQualifier.OfPointer(reader);
            reference = reader.Takes("G") ? "&" : reader.Takes("H") ? "&&" : "";
            qualifiers |= DecoratedQualifier.Of(reader).Qualifiers;
        }

        string convention = reader.Take() switch
        {
            'A' or 'B' => "__cdecl",
            'C' or 'D' => "__pascal",
            'E' or 'F' => "__thiscall",
            'G' or 'H' => "__stdcall",
            'I' or 'J' => "__fastcall",
            'M' or 'N' => "__clrcall",
            'O' or 'P' => "__eabi",
            'Q' => "__vectorcall",
            _ => reader.Fail<string>() ?? "",
        };
        DecoratedType? result = reader.Takes("@") ? null : reader.Takes("?") ? Qualified() : Read();
        (List<DecoratedType> parameters, bool isOpen) = Parameters();
        bool isNoExcept = reader.Takes("_E");
        if (!isNoExcept && !reader.Takes("Z"))
            reader.Fail<int>();
        return new FunctionType
        {
            Convention = convention, Result = result, Parameters = parameters, IsOpen = isOpen, IsNoExcept = isNoExcept, Reference = reference, Qualifiers = qualifiers,
        };
    }

    private (List<DecoratedType> Parameters, bool IsOpen) Parameters()
    {
        List<DecoratedType> parameters = [];
        if (reader.Takes("X"))
            return (parameters, false);
        while (!reader.HasFailed && reader.Next is not ('@' or 'Z'))
        {
            if (char.IsAsciiDigit(reader.Next))
            {
                if (reader.RememberedParameter() is { } before)
                    parameters.Add(before);
                continue;
            }

            int at = reader.At;
            DecoratedType parameter = Read();
            parameters.Add(parameter);
            if (reader.At - at > 1)
                reader.Remember(parameter);
        }

        return (parameters, !reader.Takes("@") && reader.Takes("Z"));
    }

    private DecoratedType? Inner()
    {
        if (reader.Takes("$$Q"))
            return Pointer("&&", DecoratedQualifiers.None);
        if (reader.Takes("$$R"))
            return Pointer("&&", DecoratedQualifiers.Volatile);
        if (reader.Takes("$$T"))
            return new NamedType("std::nullptr_t");
        if (reader.Takes("$$A8@@"))
            return Function(ofMember: true);
        if (reader.Takes("$$A6"))
            return Function(ofMember: false);
        if (reader.Takes("$$B"))
            return Read();
        if (reader.Takes("$$C"))
            return Qualified();
        if (reader.Takes("?"))
            return Made();
        if (reader.Takes("_"))
            return s_further.GetValueOrDefault(reader.Take()) is { } further ? new NamedType(further) : null;
        char letter = reader.Take();
        return letter switch
        {
            'T' => Tagged("union"),
            'U' => Tagged("struct"),
            'V' => Tagged("class"),
            'W' when reader.Take() is >= '0' and <= '7' => Tagged("enum"),
            'P' => Pointer("*", DecoratedQualifiers.None),
            'Q' => Pointer("*", DecoratedQualifiers.Const),
            'R' => Pointer("*", DecoratedQualifiers.Volatile),
            'S' => Pointer("*", DecoratedQualifiers.Const | DecoratedQualifiers.Volatile),
            'A' => Pointer("&", DecoratedQualifiers.None),
            'B' => Pointer("&", DecoratedQualifiers.Volatile),
            'Y' => Array(),
            _ => s_numbers.GetValueOrDefault(letter) is { } number ? new NamedType(number) : null,
        };
    }

    // ?<auto>@@, the result of a function that does not name it.
    private NamedType? Made() => reader.TakeUntil('@') is var name && reader.Takes("@") ? new NamedType(reader.Remember(name)) : null;

    private NamedType Tagged(string word) => new((reader.WithTags ? word + " " : "") + names.OfType());

    private PointerType Pointer(string sign, DecoratedQualifiers own)
    {
        if (reader.Takes("6"))
            return new PointerType(Function(ofMember: false), sign, null) { Qualifiers = own };
        if (reader.Takes("8"))
        {
            string owner = names.OfType();
            return new PointerType(Function(ofMember: true), sign, owner) { Qualifiers = own };
        }

        own |= DecoratedQualifier.OfPointer(reader);
        if (reader.Next is '6' or '8')
            return Pointer(sign, own);
        (DecoratedQualifiers qualifiers, bool isMember) = DecoratedQualifier.Of(reader);
        string? of = isMember ? names.OfType() : null;
        DecoratedType target = Read();
        target.Qualifiers |= qualifiers;
        return new PointerType(target, sign, of) { Qualifiers = own };
    }

    private ArrayType? Array()
    {
        long count = reader.Number();
        if (count is < 1 or > 16)
            return reader.Fail<ArrayType>();
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++)
            lengths[i] = reader.Number();
        return new ArrayType(reader.Takes("$$C") ? Qualified() : Read(), lengths);
    }
}
