using System.Globalization;

namespace Fathom.Tests.Formats.ReadyToRun;

/// <summary>A method in the map that the compiler writes beside an image.</summary>
/// <param name="Rva">Where its code begins.</param>
/// <param name="Size">Bytes of it.</param>
/// <param name="Type">Its type.</param>
/// <param name="Method">Its own name.</param>
/// <param name="Parameters">Number of its parameters.</param>
internal sealed record MapLine(uint Rva, uint Size, string Type, string Method, int Parameters)
{
    // Lines of the head have these in place of an address.
    private const uint FirstOfHead = 0xffff_ff00;

    public static List<MapLine> Read(string path) => [.. File.ReadLines(path).Select(Parse).Where(static line => line.Rva < FirstOfHead)];

    // RVA SIZE RETURNED TYPE::METHOD(PARAMETERS); constructors return nothing.
    private static MapLine Parse(string line)
    {
        string[] parts = line.TrimStart('\ufeff').Split(' ', 3);
        uint rva = uint.Parse(parts[0], NumberStyles.HexNumber), size = uint.Parse(parts[1], NumberStyles.HexNumber);
        string text = parts[2].Replace(", ", ",", StringComparison.Ordinal);
        int colons = text.IndexOf("::", StringComparison.Ordinal);
        if (colons < 0)
            return new MapLine(rva, size, "", "", 0);
        int bracket = text.IndexOf('(', colons);
        return new MapLine(rva, size, text[(text.LastIndexOf(' ', colons) + 1)..colons], text[(colons + 2)..bracket], Count(text[(bracket + 1)..^1]));
    }

    /// <summary>Number of types in a list; commas within brackets belong to one type.</summary>
    public static int Count(string list)
    {
        int depth = 0, count = list.Length == 0 ? 0 : 1;
        foreach (char c in list)
        {
            depth += c is '[' or '<' or '(' ? 1 : c is ']' or '>' or ')' ? -1 : 0;
            count += c == ',' && depth == 0 ? 1 : 0;
        }

        return count;
    }
}
