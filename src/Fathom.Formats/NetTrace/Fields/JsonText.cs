using System.Buffers;
using System.Globalization;
using System.Text;

namespace Fathom.Formats.NetTrace.Fields;

/// <summary>Writes JSON into one buffer that is used again. The caller puts values where JSON has them; commas come by themselves.</summary>
/// <param name="maxChars">Behind this nothing but closing brackets is written; the text stays valid.</param>
internal sealed class JsonText(int maxChars)
{
    private static readonly SearchValues<char> s_special = SearchValues.Create([.. Enumerable.Range(0, 32).Select(c => (char)c), '"', '\\', .. Enumerable.Range(0xD800, 0x800).Select(c => (char)c)]);

    private const int MostDigits = 20;

    private char[] _text = new char[1024];
    private int _length;
    private bool _needsComma;

    /// <summary>The text.</summary>
    public ReadOnlySpan<char> Text => _text.AsSpan(0, _length);

    /// <summary>Whether there is no room for more values.</summary>
    public bool IsFull => _length >= maxChars;

    /// <summary>Whether a text was longer than there is room for.</summary>
    public bool IsShortened { get; private set; }

    /// <summary>Begins anew.</summary>
    public void Clear() => (_length, _needsComma, IsShortened) = (0, false, false);

    /// <summary>{ or [.</summary>
    public void Open(char bracket)
    {
        Separate();
        Put(bracket);
        _needsComma = false;
    }

    /// <summary>} or ].</summary>
    public void Close(char bracket)
    {
        Put(bracket);
        _needsComma = true;
    }

    /// <summary>A name with quotes and the colon, for <see cref="Named"/>.</summary>
    public static string NameOf(string name)
    {
        JsonText json = new(int.MaxValue);
        json.Name(name);
        return json.Text.ToString();
    }

    /// <summary>The name of the value that comes next, as <see cref="NameOf"/> made it.</summary>
    public void Named(string name)
    {
        Separate();
        name.CopyTo(Room(name.Length));
        _length += name.Length;
        _needsComma = false;
    }

    /// <summary>A number without a sign behind its name, as <see cref="NameOf"/> made it.</summary>
    public void NamedNumber(string name, ulong value)
    {
        Span<char> room = Room(1 + name.Length + MostDigits);
        int length = 0;
        if (_needsComma)
            room[length++] = ',';
        name.CopyTo(room[length..]);
        length += name.Length;
        value.TryFormat(room[length..], out int written, default, CultureInfo.InvariantCulture);
        _length += length + written;
        _needsComma = true;
    }

    /// <summary>The name of the value that comes next.</summary>
    public void Name(ReadOnlySpan<char> name)
    {
        String(name);
        Put(':');
        _needsComma = false;
    }

    /// <summary>A word of JSON, or a number.</summary>
    public void Word(ReadOnlySpan<char> word)
    {
        Separate();
        word.CopyTo(Room(word.Length));
        _length += word.Length;
        _needsComma = true;
    }

    /// <summary>A number without a sign.</summary>
    public void Number(ulong value)
    {
        Separate();
        value.TryFormat(Room(MostDigits), out int written, default, CultureInfo.InvariantCulture);
        _length += written;
        _needsComma = true;
    }

    /// <summary>A number, a GUID (with quotes), a time (with quotes).</summary>
    public void Value<T>(T value, ReadOnlySpan<char> format = default, bool isQuoted = false)
        where T : ISpanFormattable
    {
        Separate();
        if (isQuoted)
            Put('"');
        int written;
        while (!value.TryFormat(Room(64), out written, format, CultureInfo.InvariantCulture))
            Array.Resize(ref _text, _text.Length * 2);
        _length += written;
        if (isQuoted)
            Put('"');
        _needsComma = true;
    }

    /// <summary>A text; what is no valid UTF-16 becomes U+FFFD.</summary>
    public void String(ReadOnlySpan<char> text)
    {
        Separate();
        Put('"');
        IsShortened |= text.Length > maxChars;
        text = text[..Math.Min(text.Length, maxChars)];
        while (text.Length > 0)
        {
            int plain = text.IndexOfAny(s_special);
            int length = plain < 0 ? text.Length : plain;
            text[..length].CopyTo(Room(length));
            _length += length;
            text = text[length..];
            if (text.Length > 0)
                text = text[Special(text)..];
        }

        Put('"');
        _needsComma = true;
    }

    /// <summary>A text of UTF-8.</summary>
    public void Utf8(ReadOnlySpan<byte> text)
    {
        char[] rented = ArrayPool<char>.Shared.Rent(Encoding.UTF8.GetMaxCharCount(text.Length));
        String(rented.AsSpan(0, Encoding.UTF8.GetChars(text, rented)));
        ArrayPool<char>.Shared.Return(rented);
    }

    /// <summary>Bytes as a text of hexadecimal digits.</summary>
    public void Hex(ReadOnlySpan<byte> bytes)
    {
        Separate();
        IsShortened |= bytes.Length > maxChars;
        bytes = bytes[..Math.Min(bytes.Length, maxChars)];
        Put('"');
        Convert.TryToHexStringLower(bytes, Room(bytes.Length * 2), out int written);
        _length += written;
        Put('"');
        _needsComma = true;
    }

    private int Special(ReadOnlySpan<char> text)
    {
        char c = text[0];
        if (char.IsSurrogate(c))
        {
            if (Rune.DecodeFromUtf16(text, out Rune rune, out int consumed) == OperationStatus.Done)
            {
                _length += rune.EncodeToUtf16(Room(2));
                return consumed;
            }

            Put('\uFFFD');
            return 1;
        }

        Put('\\');
        char letter = c switch { '"' => '"', '\\' => '\\', '\n' => 'n', '\r' => 'r', '\t' => 't', _ => 'u' };
        Put(letter);
        if (letter == 'u')
        {
            ((int)c).TryFormat(Room(4), out int written, "x4", CultureInfo.InvariantCulture);
            _length += written;
        }

        return 1;
    }

    private void Separate()
    {
        if (_needsComma)
            Put(',');
    }

    private void Put(char c)
    {
        Room(1)[0] = c;
        _length++;
    }

    private Span<char> Room(int count)
    {
        if (_length + count > _text.Length)
            Array.Resize(ref _text, Math.Max(_text.Length * 2, _length + count));
        return _text.AsSpan(_length);
    }
}
