using Fathom.Files;
using Fathom.Storage.Parquet;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Storage.Recordings;

/// <summary>
/// Checksums of a part by what a question reads of it: CRC-32C of 8 hexadecimal digits each, first that of the frame (everything that is in no column:
/// footer, filters, indexes), then one per column over its chunks, in the order of the file. Together they cover every byte.
/// </summary>
internal static class PartSums
{
    /// <summary>The checksums of a part as it is now.</summary>
    /// <exception cref="IOException">It cannot be read, or is no Parquet file.</exception>
    public static string OfFile(string path)
    {
        using SafeFileHandle file = RegularFile.OpenHandle(path);
        try
        {
            ParquetLayout layout = ParquetLayout.Read(file);
            return string.Concat([Crc32c.OfRanges(file, layout.Frame), .. layout.Chunks.Select(column => Crc32c.OfRanges(file, column))]);
        }
        catch (InvalidDataException error)
        {
            throw new IOException($"'{path}' cannot be used: {error.Message}", error);
        }
    }

    /// <summary>Whether a text can be the checksums of a part.</summary>
    public static bool IsValid(string sums) => sums.Length >= Crc32c.Digits && sums.Length % Crc32c.Digits == 0;

    /// <summary>The number of columns that checksums are for.</summary>
    public static int Columns(string sums) => (sums.Length / Crc32c.Digits) - 1;

    /// <summary>The checksum of the frame.</summary>
    public static ReadOnlySpan<char> OfFrame(string sums) => sums.AsSpan(0, Crc32c.Digits);

    /// <summary>The checksum of a column, by its position in the file.</summary>
    public static ReadOnlySpan<char> OfColumn(string sums, int column) => sums.AsSpan((column + 1) * Crc32c.Digits, Crc32c.Digits);
}
