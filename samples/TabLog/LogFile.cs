using System.Globalization;
using System.Text;

namespace TabLog;

/// <summary>The log: text columns, and a number in every fifth one.</summary>
internal static class LogFile
{
    public const int Lines = 10_000;
    public const int Columns = 25;

    public static bool IsNumber(int column) => column % 5 == 4;

    /// <summary>Writes the file and returns the sum of its numbers.</summary>
    public static long Write(string path)
    {
        long sum = 0;
        using StreamWriter writer = new(path, append: false, new UTF8Encoding(false));
        for (int line = 0; line < Lines; line++)
        {
            for (int column = 0; column < Columns; column++)
            {
                if (column > 0)
                    writer.Write('\t');
                int value = ((line * 31) + column) % 100_000;
                if (IsNumber(column))
                    sum += value;
                writer.Write(IsNumber(column) ? value.ToString(CultureInfo.InvariantCulture) : $"column {column} of {value}");
            }

            writer.Write('\n');
        }

        return sum;
    }

    /// <summary>Bytes that the cells take as strings of their own: 22 bytes and two per character, in steps of 8.</summary>
    public static long CellStringBytes(string path) =>
        File.ReadLines(path).Sum(line => line.Split('\t').Sum(cell => (22L + (2 * cell.Length) + 7) / 8 * 8));
}
