using System.Globalization;

namespace Fathom.Storage.Recordings;

/// <summary>One Parquet file of a table. Its path follows from table and number, so that a manifest cannot point outside its folder.</summary>
/// <param name="Table">Name of the table.</param>
/// <param name="Number">Counts the parts of the table from 1.</param>
/// <param name="Rows">Rows in it.</param>
/// <param name="Bytes">Size of the file.</param>
/// <param name="Crc32c">CRC-32C (Castagnoli) of the file, in 8 hexadecimal digits.</param>
/// <param name="Sums">CRC-32C of what is in no column and of each column, 8 digits each; null in a recording of schema 1, which has none.</param>
public sealed record ManifestPart(
    string Table,
    int Number,
    long Rows,
    long Bytes,
    string Crc32c,
    string? Sums = null)
{
    /// <summary>Path inside the recording, with forward slashes.</summary>
    public string RelativePath() => string.Create(CultureInfo.InvariantCulture, $"{Table}/part-{Number}.parquet");
}
