using System.IO.Compression;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>
/// Unpacks a packed recording. The file may come from anywhere, so nothing in it decides a path or a size: the manifest is read first within a
/// limit, then exactly the parts that it lists are written, each up to its listed size, and everything else is refused.
/// </summary>
internal static class RecordingUnpacker
{
    private const long MaxManifestBytes = 256L << 20;
    private const int UnixTypeShift = 28;
    private const int UnixSymbolicLink = 0xA;

    /// <summary>Writes the recording's files into an empty folder.</summary>
    /// <exception cref="FathomException">The file is no packed recording, or holds something that a recording does not.</exception>
    public static void Unpack(string path, string folder)
    {
        try
        {
            using ZipArchive zip = new(RegularFile.OpenRead(path), ZipArchiveMode.Read);
            ZipArchiveEntry manifestEntry = zip.GetEntry(RecordingFormat.ManifestName) ?? throw Refuse(path, $"it has no {RecordingFormat.ManifestName}");
            string manifestFile = Path.Combine(folder, RecordingFormat.ManifestName);
            CopyEntry(path, manifestEntry, manifestFile, MaxManifestBytes);
            Manifest manifest = ManifestFile.Read(manifestFile, path);
            CheckRoom(path, folder, manifest);
            Dictionary<string, ManifestPart> expected = manifest.Parts.ToDictionary(p => p.RelativePath());
            foreach (ZipArchiveEntry entry in zip.Entries)
            {
                if (entry == manifestEntry || (entry.FullName.EndsWith('/') && entry.Length == 0))
                    continue;
                if (!expected.Remove(entry.FullName, out ManifestPart? part))
                    throw Refuse(path, $"it holds '{entry.FullName}', which its manifest does not list");
                string file = Path.Combine(folder, part.RelativePath());
                OwnFile.MakeFolders(Path.GetDirectoryName(file)!);
                CopyEntry(path, entry, file, part.Bytes);
            }
        }
        catch (InvalidDataException error)
        {
            throw FathomException.Target($"'{path}' is damaged: {error.Message}", "use another copy", error);
        }
    }

    private static void CopyEntry(string path, ZipArchiveEntry entry, string file, long maxBytes)
    {
        if ((int)((uint)entry.ExternalAttributes >> UnixTypeShift) == UnixSymbolicLink)
            throw Refuse(path, $"'{entry.FullName}' is a symbolic link");
        if (entry.IsEncrypted)
            throw Refuse(path, $"'{entry.FullName}' is encrypted");
        using Stream from = entry.Open();
        using FileStream to = OwnFile.MakeStream(file);
        byte[] buffer = new byte[1 << 17];
        long left = maxBytes;
        for (int read = from.Read(buffer); read > 0; read = from.Read(buffer))
        {
            // The size that the entry states is not trusted: a small entry can unpack to any size.
            left -= read;
            if (left < 0)
                throw Refuse(path, $"'{entry.FullName}' is larger than the {maxBytes} bytes that it may have");
            to.Write(buffer, 0, read);
        }
    }

    private static void CheckRoom(string path, string folder, Manifest manifest)
    {
        decimal needed = manifest.Parts.Sum(p => (decimal)p.Bytes);
        long free = new DriveInfo(folder).AvailableFreeSpace;
        if (needed > free)
        {
            throw FathomException.Target(
                $"'{path}' unpacks to {needed} bytes, and '{TemporaryFolder.Path}' has {free} bytes free.",
                "set TMPDIR to a folder with more room");
        }
    }

    private static FathomException Refuse(string path, string why) =>
        FathomException.Target($"'{path}' is not a packed recording that can be trusted: {why}.", "pack it again with fathom pack");
}
