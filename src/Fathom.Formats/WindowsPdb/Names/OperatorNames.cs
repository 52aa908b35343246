namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>Names of operators and of functions that the compiler makes.</summary>
internal static class OperatorNames
{
    // Of ?2 to ?9, ?A, ?C to ?Z.
    private static readonly Dictionary<char, string> s_plain = Of(
        "2 operator new|3 operator delete|4 operator=|5 operator>>|6 operator<<|7 operator!|8 operator==|9 operator!=|A operator[]|C operator->|D operator*|E operator++|F operator--"
        + "|G operator-|H operator+|I operator&|J operator->*|K operator/|L operator%|M operator<|N operator<=|O operator>|P operator>=|Q operator,|R operator()|S operator~|T operator^"
        + "|U operator||V operator&&|W operator|||X operator*=|Y operator+=|Z operator-=");

    // Of ?_.
    private static readonly Dictionary<char, string> s_further = Of(
        "0 operator/=|1 operator%=|2 operator>>=|3 operator<<=|4 operator&=|5 operator|=|6 operator^=|7 `vftable'|8 `vbtable'|9 `vcall'|D `vbase dtor'|E `vector deleting dtor'"
        + "|F `default ctor closure'|G `scalar deleting dtor'|H `vector ctor iterator'|I `vector dtor iterator'|J `vector vbase ctor iterator'|K `virtual displacement map'"
        + "|L `eh vector ctor iterator'|M `eh vector dtor iterator'|N `eh vector vbase ctor iterator'|O `copy ctor closure'|S `local vftable'|T `local vftable ctor closure'"
        + "|U operator new[]|V operator delete[]|X `placement delete closure'|Y `placement delete[] closure'");

    // Of ?__.
    private static readonly Dictionary<char, string> s_last = Of(
        "A `managed vector ctor iterator'|B `managed vector dtor iterator'|C `EH vector copy ctor iterator'|D `EH vector vbase copy ctor iterator'|G `vector copy ctor iterator'"
        + "|H `vector vbase copy ctor iterator'|I `managed vector vbase copy ctor iterator'|L operator co_await|M operator<=>");

    /// <summary>The name that stands behind ? here; null for an unknown one.</summary>
    public static string? Take(DecoratedReader reader) =>
        (reader.Takes("__") ? s_last : reader.Takes("_") ? s_further : s_plain).GetValueOrDefault(reader.Take());

    // An entry begins with its letter and a blank; operators have bars too.
    private static Dictionary<char, string> Of(string text)
    {
        Dictionary<char, string> names = [];
        int at = 0;
        while (at < text.Length)
        {
            int end = at + 2;
            while (end < text.Length && !(text[end] == '|' && end + 2 < text.Length && text[end + 2] == ' ' && char.IsAsciiLetterOrDigit(text[end + 1])))
                end++;
            names.Add(text[at], text[(at + 2)..end]);
            at = end + 1;
        }

        return names;
    }
}
