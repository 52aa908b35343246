using System.Text;

namespace Fathom.Formats.Csv;

/// <summary>Reads CSV as RFC 4180 has it: fields between commas, quotes around those that hold commas, quotes or line ends, quotes doubled inside.</summary>
/// <remarks>A leading byte order mark and a first line <c>sep=,</c>, which Excel wants, are passed over. Line ends are CRLF or LF.</remarks>
/// <param name="text">The text.</param>
public sealed class CsvReader(TextReader text)
{
    /// <summary>The longest row that is believed, in characters.</summary>
    public const int MaxRow = 1 << 20;

    private readonly StringBuilder _field = new();
    private readonly List<string> _fields = [];

    /// <summary>The line that the row begins at, from 1.</summary>
    public long Line { get; private set; }

    /// <summary>Whether the last row ended inside of quotes or was too long: the file was cut off, or it is no CSV.</summary>
    public bool IsDamaged { get; private set; }

    private long _nextLine = 1;

    /// <summary>Goes to the next row; empty lines are passed over.</summary>
    /// <param name="fields">Its fields, valid until the next call.</param>
    /// <returns>False at the end, and where the text is damaged.</returns>
    public bool Next(out IReadOnlyList<string> fields)
    {
        fields = _fields;
        while (text.Peek() >= 0 && !IsDamaged)
        {
            Line = _nextLine;
            ReadRow();
            bool isEmpty = _fields is [""];
            bool isSeparator = Line == 1 && _fields is ["sep=", ""];
            if (!IsDamaged && !isEmpty && !isSeparator)
                return true;
        }

        return false;
    }

    private void ReadRow()
    {
        _fields.Clear();
        _field.Clear();
        bool quoted = false;
        int length = 0;
        while (true)
        {
            int next = text.Read();
            if (next == '\n')
                _nextLine++;
            if (next < 0 || ++length > MaxRow)
            {
                IsDamaged = quoted || length > MaxRow;
                EndField();
                return;
            }

            char c = (char)next;
            if (quoted)
                quoted = !IsQuoteEnd(c);
            else if (c == '"' && _field.Length == 0)
                quoted = true;
            else if (c == ',')
                EndField();
            else if (c == '\n')
            {
                EndField();
                return;
            }
            else if (c is not ('\r' or '\ufeff'))
                _field.Append(c);
        }
    }

    // Keeps what belongs to the field.
    private bool IsQuoteEnd(char c)
    {
        if (c != '"')
        {
            _field.Append(c);
            return false;
        }

        if (text.Peek() != '"')
            return true;
        text.Read();
        _field.Append('"');
        return false;
    }

    private void EndField()
    {
        _fields.Add(_field.ToString());
        _field.Clear();
    }
}
