using System.Buffers.Text;
using System.Text;

namespace Fathom.Formats.Kallsyms;

/// <summary>Functions of a kernel and its modules by address.</summary>
/// <remarks>
/// <para>The format of <c>/proc/kallsyms</c>: lines of text</para>
/// <code>
/// ADDRESS KIND NAME [MODULE]       16 hexadecimal digits; t and T are functions, w and W weak ones; module in brackets, behind a tab
/// </code>
/// <para>A symbol reaches to the next one, as the list has no sizes. Who may not see addresses reads zeros, which are no symbols.</para>
/// </remarks>
public sealed class KernelSymbols
{
    private const int MaxSymbols = 4_000_000;

    // _text stands near the begin, behind what lies at the same address or is of a processor each.
    private const int MostBeforeText = 1000;

    private const int BufferBytes = 1 << 16;

    private readonly ulong[] _starts;
    private readonly int[] _places;
    private readonly byte[] _names;

    private KernelSymbols(ulong text, ulong[] starts, int[] places, byte[] names) => (Text, _starts, _places, _names) = (text, starts, places, names);

    /// <summary>Where the kernel's own code begins: <c>_text</c>, or <c>_stext</c> where only that is listed; 0 where neither is.</summary>
    public ulong Text { get; }

    /// <summary>Functions that have an address.</summary>
    public int Count => _starts.Length;

    /// <summary>Reads the lines; others than of the form are passed over.</summary>
    /// <param name="lines">The content of <c>/proc/kallsyms</c>.</param>
    /// <param name="text">Where the kernel's code must begin; a list of another kernel, or of another start of this one, is not read on. 0 for any.</param>
    /// <returns>Null where its code begins elsewhere.</returns>
    public static KernelSymbols? Read(Stream lines, ulong text = 0)
    {
        SymbolList symbols = new(text);
        byte[] buffer = new byte[BufferBytes];
        for (int held = 0; ;)
        {
            int read = lines.Read(buffer.AsSpan(held));
            int end = held + read, from = 0;
            for (int length; (length = buffer.AsSpan(from, end - from).IndexOf((byte)'\n')) >= 0; from += length + 1)
            {
                if (!symbols.Add(buffer.AsSpan(from, length)))
                    return null;
            }

            if (read == 0)
            {
                _ = symbols.Add(buffer.AsSpan(from, end - from));
                return symbols.Text == text || text == 0 ? symbols.InOrder() : null;
            }

            // A line that is longer than all of the buffer is none of the form.
            held = from == 0 && end == buffer.Length ? 0 : end - from;
            buffer.AsSpan(from, held).CopyTo(buffer);
        }
    }

    /// <summary>The function that an address lies in, and how far from its start; null before the first.</summary>
    public (string Name, ulong Offset)? Find(ulong address)
    {
        int at = Array.BinarySearch(_starts, address);
        if (at < 0)
            at = ~at - 1;
        if (at < 0)
            return null;
        ReadOnlySpan<byte> name = _names.AsSpan(_places[at]);
        return (Encoding.UTF8.GetString(name[..name.IndexOf((byte)0)]), address - _starts[at]);
    }

    // A list has 200,000 symbols and more, of which few are ever asked for: their names stay bytes, each ended by a zero.
    private sealed class SymbolList(ulong mustBeAt)
    {
        private ulong[] _starts = new ulong[1 << 17];
        private int[] _places = new int[1 << 17];
        private byte[] _names = new byte[1 << 22];
        private int _count;
        private int _used;

        public ulong Text { get; private set; }

        /// <summary>Adds a line; false where the list is of another kernel.</summary>
        public bool Add(ReadOnlySpan<byte> line)
        {
            if (_count == MaxSymbols || !Utf8Parser.TryParse(line, out ulong start, out int digits, 'x') || start == 0
                || line.Length < digits + 4 || line[digits] != ' ' || line[digits + 2] != ' ' || line[digits + 1] is not ((byte)'t' or (byte)'T' or (byte)'w' or (byte)'W'))
                return true;
            ReadOnlySpan<byte> name = line[(digits + 3)..];
            int end = name.IndexOfAny((byte)' ', (byte)'\t', (byte)'\r');
            name = end < 0 ? name : name[..end];
            if (name.SequenceEqual("_text"u8) || (Text == 0 && name.SequenceEqual("_stext"u8)))
                Text = start;
            if (Text != 0 && mustBeAt != 0 && Text != mustBeAt && _count > MostBeforeText)
                return false;
            if (_count == _starts.Length)
            {
                Array.Resize(ref _starts, _count * 2);
                Array.Resize(ref _places, _count * 2);
            }

            if (_used + name.Length >= _names.Length)
                Array.Resize(ref _names, (_names.Length * 2) + name.Length);
            (_starts[_count], _places[_count++]) = (start, _used);
            name.CopyTo(_names.AsSpan(_used));
            _names[_used + name.Length] = 0;
            _used += name.Length + 1;
            return true;
        }

        /// <summary>All of them by address; of several at one address the first that was listed.</summary>
        public KernelSymbols InOrder()
        {
            Array.Sort(_starts, _places, 0, _count);
            int kept = 0;
            for (int i = 0; i < _count; i++)
            {
                if (kept > 0 && _starts[kept - 1] == _starts[i])
                    _places[kept - 1] = Math.Min(_places[kept - 1], _places[i]);
                else
                    (_starts[kept], _places[kept++]) = (_starts[i], _places[i]);
            }

            return new KernelSymbols(Text, _starts[..kept], _places[..kept], _names);
        }
    }
}
