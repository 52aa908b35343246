using System.Globalization;

namespace Fathom.Formats.PerfMap;

/// <summary>Names of code that a process compiled while it ran, by address.</summary>
/// <remarks>
/// <para>The format (linux/tools/perf/Documentation/jit-interface.txt): lines of text</para>
/// <code>
/// START SIZE NAME          both numbers in hexadecimal digits, with 0x before them or without; the name goes to the end of the line
/// </code>
/// <para>A runtime adds a line when it compiles, and none when code goes, so an address can come again: the later line is right for later times, and nothing
/// tells since when. Lines that are not of this form are counted and passed over.</para>
/// </remarks>
public sealed class PerfMapFile
{
    private const int MaxSymbols = 4_000_000;

    private readonly PerfMapSymbol[] _symbols;

    private PerfMapFile(PerfMapSymbol[] symbols, long badLines) => (_symbols, BadLines) = (symbols, badLines);

    /// <summary>Symbols, by address.</summary>
    public IReadOnlyList<PerfMapSymbol> Symbols => _symbols;

    /// <summary>Lines that are none of the format, and those beyond what is kept.</summary>
    public long BadLines { get; }

    /// <summary>Reads the lines.</summary>
    public static PerfMapFile Read(TextReader lines)
    {
        Dictionary<ulong, PerfMapSymbol> symbols = [];
        long bad = 0;
        while (lines.ReadLine() is { } line)
        {
            if (Parse(line) is { } symbol && symbols.Count < MaxSymbols)
                symbols[symbol.Start] = symbol;
            else
                bad++;
        }

        return new PerfMapFile([.. symbols.Values.OrderBy(static symbol => symbol.Start)], bad);
    }

    /// <summary>The symbol that covers an address, or null.</summary>
    public PerfMapSymbol? Find(ulong address)
    {
        int low = 0, high = _symbols.Length - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_symbols[middle].Start <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high >= 0 && address - _symbols[high].Start < _symbols[high].SizeBytes ? _symbols[high] : null;
    }

    private static PerfMapSymbol? Parse(ReadOnlySpan<char> line)
    {
        int first = line.IndexOf(' ');
        int second = first < 0 ? -1 : line[(first + 1)..].IndexOf(' ');
        return second > 0
            && TryParse(line[..first], out ulong start)
            && TryParse(line.Slice(first + 1, second), out ulong size)
            && line[(first + second + 2)..].Trim() is { Length: > 0 } name
            ? new PerfMapSymbol(start, size, name.ToString())
            : null;
    }

    // Runtimes differ: .NET 10.0.12 writes 0x before addresses, others do not.
    private static bool TryParse(ReadOnlySpan<char> digits, out ulong number) =>
        ulong.TryParse(digits.StartsWith("0x", StringComparison.Ordinal) ? digits[2..] : digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number);
}
