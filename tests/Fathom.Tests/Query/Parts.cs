using Fathom.TestSupport;
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
        Write(recording.Folder, manifest);

        ManifestPart Measured(ManifestPart part)
        {
            string file = Path.Combine(recording.Folder, part.RelativePath());
            return part with { Bytes = new FileInfo(file).Length, Crc32c = Crc32c.OfFile(file), Sums = part.Sums is null ? null : Sums(file) };
        }
    }

    /// <summary>Makes a recording as it was written before there were checksums of columns and of the manifest.</summary>
    public static void MakeOld(string folder)
    {
        using RecordingReader recording = RecordingReader.Open(folder);
        Write(recording.Folder, recording.Manifest with { Schema = 1, Parts = [.. recording.Manifest.Parts.Select(static part => part with { Sums = null })] });
    }

    /// <summary>Writes the manifest of a recording with its checksum.</summary>
    public static void Write(string folder, Manifest manifest)
    {
        using FileStream file = File.Create(Path.Combine(folder, "manifest.json"));
        ManifestFile.Write(file, manifest);
    }

    // What is damaged on purpose has no columns.
    private static string Sums(string file)
    {
        try
        {
            return PartSums.OfFile(file);
        }
        catch (IOException)
        {
            return "00000000";
        }
    }
}
