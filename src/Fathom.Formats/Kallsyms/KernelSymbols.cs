using System.Globalization;

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

    private readonly ulong[] _starts;
    private readonly string[] _names;

    private KernelSymbols(ulong text, ulong[] starts, string[] names) => (Text, _starts, _names) = (text, starts, names);

    /// <summary>Where the kernel's own code begins: <c>_text</c>, or <c>_stext</c> where only that is listed; 0 where neither is.</summary>
    public ulong Text { get; }

    /// <summary>Functions that have an address.</summary>
    public int Count => _starts.Length;

    /// <summary>Reads the lines; others than of the form are passed over.</summary>
    /// <param name="lines">Lines of <c>/proc/kallsyms</c>.</param>
    /// <param name="text">Where the kernel's code must begin; a list of another kernel, or of another start of this one, is not read on. 0 for any.</param>
    /// <returns>Null where its code begins elsewhere.</returns>
    public static KernelSymbols? Read(TextReader lines, ulong text = 0)
    {
        List<(ulong Start, string Name)> symbols = [];
        ulong own = 0;
        while (lines.ReadLine() is { } line && symbols.Count < MaxSymbols)
        {
            if (Parse(line) is not { } symbol)
                continue;
            if (symbol.Name == "_text" || (symbol.Name == "_stext" && own == 0))
                own = symbol.Start;
            if (own != 0 && text != 0 && own != text && symbols.Count > MostBeforeText)
                return null;
            symbols.Add(symbol);
        }

        if (text != 0 && own != text)
            return null;
        symbols = [.. symbols.OrderBy(static symbol => symbol.Start).DistinctBy(static symbol => symbol.Start)];
        return new KernelSymbols(own, [.. symbols.Select(static symbol => symbol.Start)], [.. symbols.Select(static symbol => symbol.Name)]);
    }

    /// <summary>The function that an address lies in, and how far from its start; null before the first.</summary>
    public (string Name, ulong Offset)? Find(ulong address)
    {
        int at = Array.BinarySearch(_starts, address);
        if (at < 0)
            at = ~at - 1;
        return at < 0 ? null : (_names[at], address - _starts[at]);
    }

    private static (ulong Start, string Name)? Parse(ReadOnlySpan<char> line)
    {
        int first = line.IndexOf(' ');
        if (first <= 0 || line.Length < first + 4 || line[first + 2] != ' ' || line[first + 1] is not ('t' or 'T' or 'w' or 'W'))
            return null;
        if (!ulong.TryParse(line[..first], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong start) || start == 0)
            return null;
        ReadOnlySpan<char> name = line[(first + 3)..];
        int end = name.IndexOfAny(' ', '\t');
        return (start, (end < 0 ? name : name[..end]).ToString());
    }
}
