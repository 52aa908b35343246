using System.Globalization;
using System.Text;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>
/// Reads a JSON document into parts. It is not System.Text.Json: that is one of what is measured, and the first call of a process would not be its first
/// if the sample had been read with it.
/// </summary>
internal sealed class JsonSample
{
    private const int DeepestNesting = 500;

    private readonly string _text;
    private int _at;
    private int _depth;

    private JsonSample(string text) => _text = text;

    /// <summary>Reads a document.</summary>
    /// <exception cref="OwnTypeException">It is no JSON; the message names line and column.</exception>
    public static JsonPart Parse(string text)
    {
        JsonSample reader = new(text);
        JsonPart root = reader.Value();
        reader.Space();
        return reader._at == text.Length ? root : throw reader.Wrong("there is more after the end");
    }

    private JsonPart Value()
    {
        Space();
        if (_at >= _text.Length)
            throw Wrong("it ends where a value should be");
        if (++_depth > DeepestNesting)
            throw Wrong($"it is nested deeper than {DeepestNesting}");
        JsonPart part = _text[_at] switch
        {
            '{' => Object(),
            '[' => Array(),
            '"' => JsonPart.Leaf(JsonPartKind.Text, String()),
            't' => Word("true", JsonPartKind.Flag),
            'f' => Word("false", JsonPartKind.Flag),
            'n' => Word("null", JsonPartKind.Null),
            _ => Number(),
        };
        _depth--;
        return part;
    }

    private JsonPart Object()
    {
        JsonPart part = new(JsonPartKind.Object, "", [], []);
        _at++;
        if (TryTake('}'))
            return part;
        do
        {
            Space();
            if (_at >= _text.Length || _text[_at] != '"')
                throw Wrong("a name in double quotes should be here");
            string name = String();
            if (!TryTake(':'))
                throw Wrong("a ':' should be here");
            part.Names.Add(name);
            part.Items.Add(Value());
        }
        while (TryTake(','));
        return TryTake('}') ? part : throw Wrong("a ',' or '}' should be here");
    }

    private JsonPart Array()
    {
        JsonPart part = new(JsonPartKind.Array, "", [], []);
        _at++;
        if (TryTake(']'))
            return part;
        do
            part.Items.Add(Value());
        while (TryTake(','));
        return TryTake(']') ? part : throw Wrong("a ',' or ']' should be here");
    }

    private JsonPart Word(string word, JsonPartKind kind)
    {
        if (string.CompareOrdinal(_text, _at, word, 0, word.Length) != 0)
            throw Wrong("no value starts like this");
        _at += word.Length;
        return JsonPart.Leaf(kind, word);
    }

    private JsonPart Number()
    {
        int start = _at;
        while (_at < _text.Length && (char.IsAsciiDigit(_text[_at]) || _text[_at] is '-' or '+' or '.' or 'e' or 'E'))
            _at++;
        string digits = _text[start.._at];
        if (double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out _) && digits[0] != '+' && digits[0] != '.')
            return JsonPart.Leaf(JsonPartKind.Number, digits);
        _at = start;
        throw Wrong("no value starts like this");
    }

    private string String()
    {
        StringBuilder text = new();
        for (_at++; _at < _text.Length; _at++)
        {
            char c = _text[_at];
            if (c == '"')
            {
                _at++;
                return text.ToString();
            }

            text.Append(c == '\\' ? Escaped() : c >= ' ' ? c : throw Wrong("a control character must be escaped"));
        }

        throw Wrong("a text does not end");
    }

    private char Escaped()
    {
        _at++;
        if (_at >= _text.Length)
            throw Wrong("a text does not end");
        switch (_text[_at])
        {
            case 'b': return '\b';
            case 'f': return '\f';
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case '"' or '\\' or '/': return _text[_at];
            case 'u' when _at + 4 < _text.Length && ushort.TryParse(_text.AsSpan(_at + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort code):
                _at += 4;
                return (char)code;
            default: throw Wrong("no escape is written like this");
        }
    }

    private bool TryTake(char c)
    {
        Space();
        if (_at >= _text.Length || _text[_at] != c)
            return false;
        _at++;
        return true;
    }

    private void Space()
    {
        while (_at < _text.Length && _text[_at] is ' ' or '\t' or '\r' or '\n')
            _at++;
    }

    private OwnTypeException Wrong(string what)
    {
        int line = 1, start = 0;
        for (int i = 0; i < _at && i < _text.Length; i++)
        {
            if (_text[i] == '\n')
            {
                line++;
                start = i + 1;
            }
        }

        return new OwnTypeException(
            string.Create(CultureInfo.InvariantCulture, $"the sample is not valid JSON at line {line}, column {_at - start + 1}: {what}"), "give a file that holds one JSON document");
    }
}
