using System.Text;
using Fathom.Model;

namespace Fathom.Render.Output;

/// <summary>Looks at a CSV file that rows are to be added to: its header must be the same and its last row whole.</summary>
internal static class CsvTail
{
    private const string Unix = "\n";
    private const string Windows = "\r\n";

    /// <summary>Checks the file; an empty one is fine.</summary>
    /// <returns>The line end that the file uses.</returns>
    /// <exception cref="FathomException">Another header, or an unfinished last row (<see cref="ExitCode.Target"/>).</exception>
    public static string Check(FileStream file, string path, string header)
    {
        if (file.Length == 0)
            return Unix;
        file.Position = 0;
        using StreamReader reader = new(file, Encoding.UTF8, detectEncodingFromByteOrderMarks: true, leaveOpen: true);
        string found = ReadHeader(reader, header.Length + (64 * 1024), out string lineEnd);
        if (found != header)
            throw OtherHeader(path, found, header);
        if (!EndsWhole(file))
            throw FathomException.Target(
                $"The last row of '{path}' is not finished, so nothing was appended.",
                "a writer was stopped in the middle of it: remove that row, then append again");
        return lineEnd;
    }

    private static string ReadHeader(StreamReader reader, int longest, out string lineEnd)
    {
        StringBuilder line = new();
        for (int c = reader.Read(); c >= 0 && c != '\n' && line.Length < longest; c = reader.Read())
            line.Append((char)c);
        lineEnd = line.Length > 0 && line[^1] == '\r' ? Windows : Unix;
        return lineEnd == Windows ? line.ToString(0, line.Length - 1) : line.ToString();
    }

    // Whole: a line end outside quotes. A quote inside a quoted field is doubled, so an even count means outside.
    private static bool EndsWhole(FileStream file)
    {
        file.Position = 0;
        byte[] block = new byte[64 * 1024];
        long quotes = 0;
        byte last = 0;
        for (int read = file.Read(block); read > 0; read = file.Read(block))
        {
            quotes += block.AsSpan(0, read).Count((byte)'"');
            last = block[read - 1];
        }

        return last == '\n' && quotes % 2 == 0;
    }

    private static FathomException OtherHeader(string path, string found, string wanted)
    {
        string[] has = found.Split(',');
        string[] needs = wanted.Split(',');
        string missing = string.Join(", ", needs.Except(has));
        string extra = string.Join(", ", has.Except(needs));
        string difference = (missing, extra) switch
        {
            _ when found.Length == 0 => "its first line is empty",
            ("", "") => "its columns have another order",
            (_, "") => $"it lacks {missing}",
            ("", _) => $"it has {extra} besides",
            _ => $"it has {extra} instead of {missing}",
        };
        string shortened = difference.Length > 400 ? $"{difference[..400]}…" : difference;
        return FathomException.Target(
            $"'{path}' has another header, so nothing was appended: {shortened}.",
            $"append to another file, or choose its columns with --columns; this result has {wanted}");
    }
}
