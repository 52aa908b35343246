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

    private readonly Dictionary<string, string[]> _folders = [];
    private readonly Dictionary<string, List<SingleFileBundle.Entry>> _programs = [];

    /// <summary>Reads an assembly: its file, or what a single-file program in its folder has under its name.</summary>
    /// <param name="path">The path that a runtime told.</param>
    /// <param name="mostBytes">Bytes that one in a program may have.</param>
    /// <param name="read">Reads the open file, which is closed behind it. Of several programs the first one counts for which it gives something.</param>
    /// <returns>Null where it is not there, cannot be read, or tells nothing.</returns>
    public T? ReadAssembly<T>(string path, int mostBytes, Func<Stream, T?> read)
        where T : class =>
        AssemblyFile.Read(path, read)
        ?? Read(path, mostBytes).Select(bytes => read(new MemoryStream(bytes, writable: false))).FirstOrDefault(static one => one is not null);

    /// <summary>Reads a file in each single-file program of its folder that has one of its name.</summary>
    /// <param name="path">The path that it would have, were it unpacked.</param>
    /// <param name="mostBytes">Bytes that it may have.</param>
    /// <returns>None where a file is at that path. What is damaged or larger is left out.</returns>
    public IEnumerable<byte[]> Read(string path, int mostBytes)
    {
        if (!Path.IsPathRooted(path) || Path.GetDirectoryName(path) is not { } folder || Path.GetFileName(path) is not { Length: > 0 } name || File.Exists(path))
            yield break;
        foreach (string program in ProgramsIn(folder, Path.GetFileNameWithoutExtension(name)))
        {
            List<SingleFileBundle.Entry> files = FilesOf(program);
            int at = files.FindIndex(each => each.Name == name);
            if (at >= 0 && files[at].SizeBytes <= mostBytes && TryUnpack(program, files[at]) is { } bytes)
                yield return bytes;
        }
    }

    // The program that has the name of the assembly comes first: most bundles are named so.
    private IEnumerable<string> ProgramsIn(string folder, string name)
    {
        if (!_folders.TryGetValue(folder, out string[]? programs))
            _folders.Add(folder, programs = _folders.Count < MostFolders ? Find(folder) : []);
        string likely = Path.Join(folder, OperatingSystem.IsWindows() ? $"{name}.exe" : name);
        return programs.Contains(likely) ? programs.Where(each => each != likely).Take(MostPrograms - 1).Prepend(likely) : programs.Take(MostPrograms);
    }

    private static string[] Find(string folder)
    {
        try
        {
            return Directory.Exists(folder) ? [.. Directory.EnumerateFiles(folder).Where(IsProgram).Order(StringComparer.Ordinal)] : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private List<SingleFileBundle.Entry> FilesOf(string program)
    {
        if (_programs.TryGetValue(program, out List<SingleFileBundle.Entry>? files))
            return files;
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(program, out long length);
            files = file is null ? [] : SingleFileBundle.Files(file, length);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            files = [];
        }

        _programs.Add(program, files);
        return files;
    }

    private static bool IsProgram(string path) =>
        OperatingSystem.IsWindows()
            ? Path.GetExtension(path) == ".exe"
            : Path.GetExtension(path) is not (".so" or ".dll") && (File.GetUnixFileMode(path) & Executable) != 0;

    private static byte[]? TryUnpack(string program, SingleFileBundle.Entry entry)
    {
        try
        {
            return Unpack(program, entry);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            return null;
        }
    }

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
