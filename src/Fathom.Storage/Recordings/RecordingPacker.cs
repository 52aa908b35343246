using System.IO.Compression;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>
/// Makes one file of a recording: a zip with the manifest as its first entry and the parts behind it, stored as they are because Parquet is
/// compressed already.
/// </summary>
/// <remarks>The folder of the file stays open from the begin to the end, so that no link that somebody puts in its place leads elsewhere (<see cref="OpenFolder"/>).</remarks>
public static class RecordingPacker
{
    /// <summary>Packs a recording; every part is checked on the way.</summary>
    /// <param name="source">The recording that is packed, open for reading.</param>
    /// <param name="destination">The file to write. It appears whole or not at all.</param>
    /// <param name="replace">Whether an existing recording of that name is replaced.</param>
    /// <param name="stop">Ends packing; nothing is left behind.</param>
    /// <returns>Size of the file in bytes.</returns>
    /// <exception cref="FathomException">A part is damaged, or the file cannot be written.</exception>
    public static long Pack(RecordingReader source, string destination, bool replace, CancellationToken stop = default)
    {
        destination = Path.GetFullPath(destination);
        ExistingOutput.Check(destination, replace);
        string name = Path.GetFileName(destination), partial = PartialName.Of(name);
        try
        {
            PartialName.RemoveLeft(destination, null, TimeProvider.System.GetUtcNow().UtcDateTime);
            using OpenFolder folder = OpenFolder.Around(destination);
            try
            {
                long bytes = WriteZip(source, folder, partial, stop);
                if (!folder.TryRename(partial, name))
                {
                    ExistingOutput.Check(destination, replace);
                    ExistingOutput.Replace(folder, partial, name);
                }

                folder.Flush();
                return bytes;
            }
            finally
            {
                folder.DeleteAll(partial);
            }
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw StorageError.CannotWrite(destination, error);
        }
    }

    private static long WriteZip(RecordingReader source, OpenFolder folder, string name, CancellationToken stop)
    {
        using FileStream stream = new(folder.Remake(name), FileAccess.ReadWrite);
        _ = FileHold.TryTake(stream.SafeFileHandle);
        using (ZipArchive zip = new(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            // In a recording that is still being written the file may have moved on: what was opened is what is packed.
            using (Stream manifest = zip.CreateEntry(RecordingFormat.ManifestName, CompressionLevel.NoCompression).Open())
                ManifestFile.Write(manifest, source.Manifest);
            foreach (ManifestPart part in source.Manifest.Parts)
            {
                stop.ThrowIfCancellationRequested();
                source.Verify(part);
                zip.CreateEntryFromFile(Path.Combine(source.Folder, part.RelativePath()), part.RelativePath(), CompressionLevel.NoCompression);
            }
        }

        stream.Flush(flushToDisk: true);
        return stream.Length;
    }
}
