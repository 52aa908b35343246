using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;

namespace Fathom.Serializers.Kit.Protocol;

/// <summary>
/// One line between Fathom and the program of a serializer: a word, then fields, parted by tabs. <c>sample&#9;op=serialize&#9;duration_ns=1200</c>.
/// Tab, line feed, carriage return and <c>%</c> in a value are written as <c>%</c> and two hexadecimal digits.
/// </summary>
public sealed class Message
{
    private readonly List<KeyValuePair<string, string>> _fields = [];

    /// <param name="verb">The first word of the line.</param>
    public Message(string verb) => Verb = verb;

    /// <summary>The first word of the line.</summary>
    public string Verb { get; }

    /// <summary>The fields in the order of the line.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Fields => _fields;

    /// <summary>Adds a text field.</summary>
    public Message With(string name, string value)
    {
        _fields.Add(new(name, value));
        return this;
    }

    /// <summary>Adds a number.</summary>
    public Message With(string name, long value) => With(name, value.ToString(CultureInfo.InvariantCulture));

    /// <summary>Adds a fraction, so that it reads back as the same number.</summary>
    public Message With(string name, double value) => With(name, value.ToString("R", CultureInfo.InvariantCulture));

    /// <summary>The text of a field; null when there is none.</summary>
    public string? Text(string name)
    {
        foreach (KeyValuePair<string, string> field in _fields)
        {
            if (field.Key == name)
                return field.Value;
        }

        return null;
    }

    /// <summary>A field that must be there.</summary>
    /// <exception cref="ProtocolException">It is not.</exception>
    public string Required(string name) => Text(name) ?? throw new ProtocolException($"'{Verb}' lacks '{name}'");

    /// <summary>A number; <paramref name="otherwise"/> when there is none.</summary>
    /// <exception cref="ProtocolException">It is not a number.</exception>
    public long Number(string name, long otherwise) => Text(name) is not { } text
        ? otherwise
        : long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long value)
            ? value
            : throw new ProtocolException($"'{name}={text}' is not a whole number");

    /// <summary>A number that must be there.</summary>
    /// <exception cref="ProtocolException">It is not there, or not a number.</exception>
    public long Number(string name)
    {
        _ = Required(name);
        return Number(name, 0);
    }

    /// <summary>A fraction that must be there.</summary>
    /// <exception cref="ProtocolException">It is not there, or not a number.</exception>
    public double Fraction(string name) => double.TryParse(Required(name), NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
        ? value
        : throw new ProtocolException($"'{name}={Text(name)}' is not a number");

    /// <summary>The line without its end.</summary>
    public string Format()
    {
        StringBuilder line = new(Verb);
        foreach ((string name, string value) in _fields)
        {
            line.Append('\t').Append(name).Append('=');
            foreach (char c in value)
            {
                if (c is '\t' or '\n' or '\r' or '%')
                    line.Append('%').Append(((int)c).ToString("X2", CultureInfo.InvariantCulture));
                else
                    line.Append(c);
            }
        }

        return line.ToString();
    }

    /// <summary>Reads a line.</summary>
    /// <exception cref="ProtocolException">It is not of this form.</exception>
    public static Message Parse(string line)
    {
        if (TryParse(line, out Message? message))
            return message;
        throw new ProtocolException($"'{(line.Length > 80 ? string.Concat(line.AsSpan(0, 80), "…") : line)}' is not a line of the protocol");
    }

    /// <summary>Reads a line.</summary>
    public static bool TryParse(string line, [NotNullWhen(true)] out Message? message)
    {
        message = null;
        string[] parts = line.Split('\t');
        if (parts[0].Length == 0 || parts[0].Contains('=') || parts[0].Contains(' '))
            return false;
        Message read = new(parts[0]);
        for (int i = 1; i < parts.Length; i++)
        {
            int sign = parts[i].IndexOf('=');
            if (sign <= 0 || !TryUnescape(parts[i].AsSpan(sign + 1), out string? value))
                return false;
            read.With(parts[i][..sign], value);
        }

        message = read;
        return true;
    }

    private static bool TryUnescape(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? value)
    {
        value = null;
        if (!text.Contains('%'))
        {
            value = text.ToString();
            return true;
        }

        StringBuilder plain = new(text.Length);
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] != '%')
            {
                plain.Append(text[i]);
                continue;
            }

            if (i + 2 >= text.Length || !byte.TryParse(text.Slice(i + 1, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out byte code))
                return false;
            plain.Append((char)code);
            i += 2;
        }

        value = plain.ToString();
        return true;
    }
}
