using System.IO.Compression;
using Fathom.Files;
using Fathom.Formats;
using Fathom.Sources.Machine.Processes;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.LoadedFiles;

/// <summary>
/// Reads files that lie in single-file programs. A runtime gives each of them a path in the folder of its program, where no such file is.
/// </summary>
internal sealed class BundledFiles
{
    private const int MostPrograms = 16;
    private const int MostFolders = 64;
    private const UnixFileMode Executable = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    private readonly Dictionary<string, List<(string Program, List<SingleFileBundle.Entry> Files)>> _folders = [];

    /// <summary>Reads an assembly: its file, or what a single-file program in its folder has under its name.</summary>
    /// <param name="path">The path that a runtime told.</param>
    /// <param name="mostBytes">Bytes that one in a program may have.</param>
    /// <param name="read">Reads the open file, which is closed behind it.</param>
    /// <returns>Null where it is not there, cannot be read, or tells nothing.</returns>
    public T? ReadAssembly<T>(string path, int mostBytes, Func<Stream, T?> read)
        where T : class
    {
        if (AssemblyFile.Read(path, read) is { } own)
            return own;
        return TryRead(path, mostBytes) is { } bytes ? read(new MemoryStream(bytes, writable: false)) : null;
    }

    /// <summary>Reads a file in a single-file program.</summary>
    /// <param name="path">The path that it would have, were it unpacked.</param>
    /// <param name="mostBytes">Bytes that it may have.</param>
    /// <returns>Null where no program of that folder has it, or where it is damaged or larger.</returns>
    public byte[]? TryRead(string path, int mostBytes)
    {
        if (!Path.IsPathRooted(path) || Path.GetDirectoryName(path) is not { } folder || Path.GetFileName(path) is not { Length: > 0 } name || File.Exists(path))
            return null;
        try
        {
            if (!_folders.TryGetValue(folder, out List<(string Program, List<SingleFileBundle.Entry> Files)>? programs))
                _folders.Add(folder, programs = _folders.Count < MostFolders ? ProgramsIn(folder, Path.GetFileNameWithoutExtension(name)) : []);
            foreach ((string program, List<SingleFileBundle.Entry> files) in programs)
            {
                int at = files.FindIndex(each => each.Name == name);
                if (at >= 0 && files[at].SizeBytes <= mostBytes)
                    return Unpack(program, files[at]);
            }

            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            return null;
        }
    }

    // The program that has the name of the assembly comes first: most bundles are named so.
    private static List<(string Program, List<SingleFileBundle.Entry> Files)> ProgramsIn(string folder, string likely)
    {
        List<(string Program, List<SingleFileBundle.Entry> Files)> found = [];
        if (!Directory.Exists(folder))
            return found;
        IEnumerable<string> programs = Directory.EnumerateFiles(folder).Where(IsProgram)
            .OrderBy(each => Path.GetFileNameWithoutExtension(each) != likely).ThenBy(each => each, StringComparer.Ordinal);
        foreach (string program in programs.Take(MostPrograms))
        {
            using SafeFileHandle? file = RegularFile.TryOpen(program, out long length);
            if (file is not null && SingleFileBundle.Files(file, length) is { Count: > 0 } files)
                found.Add((program, files));
        }

        return found;
    }

    private static bool IsProgram(string path) =>
        Path.GetExtension(path) is var kind && kind is not (".so" or ".dll") && (kind == ".exe" || OperatingSystem.IsWindows() || (File.GetUnixFileMode(path) & Executable) != 0);

    private static byte[]? Unpack(string program, SingleFileBundle.Entry entry)
    {
        using SafeFileHandle? file = RegularFile.TryOpen(program, out long length);
        long stored = entry.PackedBytes > 0 ? entry.PackedBytes : entry.SizeBytes;
        // The program may have been replaced since its list was read; deflated data is never much larger than what it holds.
        if (file is null || entry.Offset > length - stored || stored > entry.SizeBytes + (entry.SizeBytes / 8) + 1024)
            return null;
        byte[] bytes = new byte[stored];
        if (FileProbe.Read(file, entry.Offset, bytes) < bytes.Length)
            return null;
        if (entry.PackedBytes == 0)
            return bytes;
        byte[] unpacked = new byte[entry.SizeBytes];
        using DeflateStream inflate = new(new MemoryStream(bytes, writable: false), CompressionMode.Decompress);
        inflate.ReadExactly(unpacked);
        return unpacked;
    }
}
