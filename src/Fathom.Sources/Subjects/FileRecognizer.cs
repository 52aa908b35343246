using Fathom.Files;
using Fathom.Formats;
using Fathom.Model;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Subjects;

/// <summary>Tells the format of a file from its first bytes; names and extensions do not count. Nothing is changed and little is read.</summary>
public static class FileRecognizer
{
    private const int HeadBytes = 4096;

    /// <summary>Describes a file or folder.</summary>
    /// <exception cref="FathomException">It does not exist, or we may not read it.</exception>
    public static FileDescription Describe(string path)
    {
        if (Directory.Exists(path))
            return new FileDescription(path, RecordingSigns.FormatOfFolder(path), 0);
        OpenState state = RegularFile.Open(path, out SafeFileHandle? file, out long length);
        using (file)
        {
            return state switch
            {
                OpenState.Absent => throw FathomException.Target($"There is no file '{path}'.", "give a path that exists"),
                OpenState.Refused => throw FathomException.Target(
                    $"'{path}' may not be read by this user.", "run it as the owner of the file, or as root: sudo fathom …"),
                OpenState.NotRegular => new FileDescription(path, FileFormats.Special, 0),
                _ => Recognize(new FileDescription(path, FileFormats.Unknown, length), new FileProbe(file!, length)),
            };
        }
    }

    private static FileDescription Recognize(FileDescription file, FileProbe probe)
    {
        if (file.SizeBytes == 0)
            return file with { Format = FileFormats.Empty };
        Span<byte> head = stackalloc byte[HeadBytes];
        head = head[..probe.ReadSome(0, head)];
        foreach (FileFormat format in FileFormats.All)
        {
            if (format.Test!(file, new FileHead(head, probe)) is { } found)
                return found with { Format = format };
        }

        return file;
    }
}
