using System.Buffers;
using System.Text;

namespace Fathom.Model.Patterns;

/// <summary>
/// Names of types as C# writes them: <c>System.Collections.Generic.Dictionary&lt;System.Int32, MyApp.Order&gt;[]</c> is
/// <c>Dictionary&lt;int, Order&gt;[]</c>. Names of the runtime (<c>List`1[[MyApp.Order, MyApp]]</c>, <c>Outer+Inner</c>) are read too.
/// A text that is no such name stays as it is.
/// </summary>
public static class CSharpName
{
    /// <summary>The name without namespaces.</summary>
    public static string Short(string type) => Write(type, withNamespace: false);

    /// <summary>The name with namespaces.</summary>
    public static string Full(string type) => Write(type, withNamespace: true);

    private static string Write(string type, bool withNamespace)
    {
        Reader reader = new(type, withNamespace);
        return reader.ReadAll() ?? type;
    }

    private static string? Keyword(ReadOnlySpan<char> name) => name switch
    {
        "System.Boolean" => "bool",
        "System.Byte" => "byte",
        "System.SByte" => "sbyte",
        "System.Char" => "char",
        "System.Decimal" => "decimal",
        "System.Double" => "double",
        "System.Single" => "float",
        "System.Int16" => "short",
        "System.Int32" => "int",
        "System.Int64" => "long",
        "System.IntPtr" => "nint",
        "System.UInt16" => "ushort",
        "System.UInt32" => "uint",
        "System.UInt64" => "ulong",
        "System.UIntPtr" => "nuint",
        "System.Object" => "object",
        "System.String" => "string",
        "System.Void" => "void",
        _ => null,
    };

    // Reads from left to right and gives up at the first character that it does not expect.
    private ref struct Reader(string text, bool withNamespace)
    {
        private const int DeepestNesting = 100;
        private static readonly SearchValues<char> s_ends = SearchValues.Create(".+<>[](),`*& ");

        private readonly StringBuilder _to = new();
        private int _at;
        private int _depth;

        public string? ReadAll() => ReadType() && _at == text.Length ? _to.ToString() : null;

        private readonly char Next => _at < text.Length ? text[_at] : '\0';

        private bool ReadType()
        {
            if (++_depth > DeepestNesting)
                return false;
            bool isRead = ReadName() && ReadSuffixes();
            _depth--;
            return isRead;
        }

        private bool ReadName()
        {
            int start = _at, written = _to.Length;
            bool isNested = false, hasArguments = false;
            while (true)
            {
                int length = SegmentLength();
                if (length == 0)
                    return false;
                _to.Append(text, _at, length);
                _at += length;
                int before = _at;
                if (!ReadArguments())
                    return false;
                hasArguments |= _at > before;
                switch (Next)
                {
                    // Behind type arguments only nested types follow.
                    case '.' when !isNested && !hasArguments:
                        if (withNamespace)
                            _to.Append('.');
                        else
                            _to.Length = written;
                        break;
                    case '.' or '+':
                        isNested = true;
                        _to.Append('.');
                        break;
                    default:
                        Replace(start, written, hasArguments);
                        return true;
                }

                _at++;
            }
        }

        // A name that the compiler made begins with brackets: <Main>d__0, <>c.
        private readonly int SegmentLength()
        {
            int at = _at;
            if (Next == '<')
            {
                int open = 0;
                do
                {
                    if (at == text.Length)
                        return 0;
                    open += text[at] switch { '<' => 1, '>' => -1, _ => 0 };
                    at++;
                }
                while (open > 0);
            }

            int end = text.AsSpan(at).IndexOfAny(s_ends);
            return (end < 0 ? text.Length : at + end) - _at;
        }

        private bool ReadArguments()
        {
            if (Next == '`')
            {
                do
                    _at++;
                while (char.IsAsciiDigit(Next));
                return Next != '[' || _at + 1 >= text.Length || text[_at + 1] is ']' or ',' or '*' || ReadList('[', ']');
            }

            return Next != '<' || ReadList('<', '>');
        }

        private bool ReadList(char open, char close)
        {
            _at++;
            _to.Append('<');
            while (true)
            {
                // A definition without arguments: Dictionary<,>.
                bool isEmpty = open == '<' && (Next == ',' || Next == close);
                if (!isEmpty && !ReadArgument())
                    return false;
                if (Next == close)
                    break;
                if (Next != ',')
                    return false;
                _at++;
                _to.Append(isEmpty ? "," : ", ");
                while (Next == ' ')
                    _at++;
            }

            _at++;
            _to.Append('>');
            return true;
        }

        // [MyApp.Order, MyApp, Version=1.0.0.0] names the assembly too.
        private bool ReadArgument()
        {
            if (Next != '[')
                return ReadType();
            _at++;
            if (!ReadType())
                return false;
            int end = text.IndexOf(']', _at);
            if (end < 0 || (end > _at && Next != ','))
                return false;
            _at = end + 1;
            return true;
        }

        private bool ReadSuffixes()
        {
            while (Next is '[' or '*' or '&')
            {
                if (Next != '[')
                {
                    _to.Append(text[_at++]);
                    continue;
                }

                int end = _at + 1;
                while (end < text.Length && text[end] == ',')
                    end++;
                if (end == text.Length || text[end] != ']')
                    return false;
                end++;
                _to.Append(text, _at, end - _at);
                _at = end;
            }

            return true;
        }

        private readonly void Replace(int start, int written, bool hasArguments)
        {
            const string nullable = "System.Nullable";
            ReadOnlySpan<char> name = text.AsSpan(start, _at - start);
            if (!hasArguments && Keyword(name) is { } keyword)
            {
                _to.Length = written;
                _to.Append(keyword);
            }
            else if (hasArguments && name.StartsWith(nullable, StringComparison.Ordinal) && name.Length > nullable.Length && name[nullable.Length] is '<' or '`' && _to[^1] == '>')
            {
                int open = written + (withNamespace ? nullable.Length : "Nullable".Length);
                _to.Length--;
                _to.Remove(written, open + 1 - written);
                _to.Append('?');
            }
        }
    }
}
