using Fathom.TestSupport;
using System.Text.Json;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Tests.Query;

/// <summary>Changes a recording as another version of Fathom would have written it.</summary>
internal static class Parts
{
    /// <summary>Replaces the first part of a table by the rows of a query over it (<c>{0}</c> is its path) and the manifest with it.</summary>
    public static void Rewrite(RecordingReader recording, string table, string query)
    {
        using TestFolder spill = new();
        string file = recording.PartFiles(table)[0];
        string written = spill.File("part.parquet");
        using (DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(spill.File("spill"))))
            engine.Execute($"COPY ({string.Format(System.Globalization.CultureInfo.InvariantCulture, query, file)}) TO '{written}' (FORMAT parquet)");
        File.Move(written, file, overwrite: true);
        Seal(recording);
    }

    /// <summary>Writes the manifest anew with the sizes and checksums that the parts have now.</summary>
    public static void Seal(RecordingReader recording)
    {
        Manifest manifest = recording.Manifest with { Parts = [.. recording.Manifest.Parts.Select(Measured)] };
        File.WriteAllText(Path.Combine(recording.Folder, "manifest.json"), JsonSerializer.Serialize(manifest, ManifestJson.Default.Manifest));

        ManifestPart Measured(ManifestPart part)
        {
            string file = Path.Combine(recording.Folder, part.RelativePath());
            return part with { Bytes = new FileInfo(file).Length, Crc32c = Crc32c.OfFile(file) };
        }
    }
}
