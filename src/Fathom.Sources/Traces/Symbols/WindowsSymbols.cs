using Fathom.Files;
using Fathom.Formats;
using Fathom.Formats.WindowsPdb;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>
/// Finds PDBs of Windows in folders, in the layout of symbol servers and caches (<c>name.pdb/GUIDAGE/name.pdb</c>) and as plain files.
/// Only one of the recorded build names anything.
/// </summary>
public static class WindowsSymbols
{
    private const int LongestName = 255;
    private const int ShortestKey = 33;
    private const int LongestKey = 40;

    /// <summary>Whether a name and an identity may be parts of a path: they come from traces of anybody.</summary>
    /// <param name="file">Name of the PDB.</param>
    /// <param name="key">Its identity.</param>
    public static bool AreSafe(string file, string key) =>
        key.Length is >= ShortestKey and <= LongestKey && key.All(char.IsAsciiHexDigitLower)
            && file.Length is > 0 and <= LongestName && file is not ("." or "..") && !file.Any(static letter => letter is '/' or '\\' or '\0' || char.IsControl(letter));

    /// <summary>Where a PDB stands in a folder of symbols: the layout of Microsoft's symbol server.</summary>
    /// <param name="file">Name of the PDB.</param>
    /// <param name="key">Its identity.</param>
    public static string PlaceOf(string file, string key) => $"{file}/{key.ToUpperInvariant()}/{file}";

    /// <summary>Whether a file is there and is the PDB of a build.</summary>
    /// <param name="path">The file.</param>
    /// <param name="key">The identity.</param>
    public static bool IsOf(string path, string key) => TryRead(path, key, null, out _) is not null;

    /// <summary>The functions of a build.</summary>
    /// <param name="folders">Folders that the user named.</param>
    /// <param name="inZip">PDBs that came with the trace; null for none.</param>
    /// <param name="file">Name of the PDB.</param>
    /// <param name="key">Its identity.</param>
    /// <param name="imageBytes">Bytes of the image in memory; null where that is not known.</param>
    internal static NativeCode Find(IReadOnlyList<string> folders, PackedPdbs? inZip, string file, string key, ulong? imageBytes)
    {
        if (!AreSafe(file, key))
            return NativeCode.None(file.Length == 0 || key.Length == 0 ? "the trace does not tell which PDB belongs to it" : "the trace names no usable PDB");
        string? problem = null;
        foreach (string place in folders.SelectMany(folder => PlacesIn(folder, file, key)))
        {
            if (TryRead(place, key, imageBytes, out string? why) is { } pdb)
                return NativeCode.Of(pdb, imageBytes);
            problem ??= why;
            string packed = place[..^1] + "_";
            if (problem is null && RegularFile.Is(packed))
                problem = $"'{packed}' is compressed: unpack it with cabextract";
        }

        foreach ((string place, byte[]? bytes) in inZip?.Named(file) ?? [])
        {
            bool isOther = false;
            if (bytes is not null && WindowsPdbFile.TryRead(ReaderOf(bytes), bytes.Length, key, out isOther, imageBytes) is { } pdb)
                return NativeCode.Of(pdb, imageBytes);
            problem ??= bytes is null ? $"'{place}' is damaged, or too large: unpack it, and give its folder with --symbol-path" : Problem(place, isOther);
        }

        return NativeCode.None(problem ?? $"no {file} of its build is here");
    }

    private static IEnumerable<string> PlacesIn(string folder, string file, string key)
    {
        foreach (string name in file.ToLowerInvariant() is var small && small != file ? (string[])[file, small] : [file])
        {
            foreach (string id in (string[])[key.ToUpperInvariant(), key])
                yield return Path.Join(folder, name, id, name);
            yield return Path.Join(folder, name);
        }
    }

    // It stays open, for names are read when they are asked for.
    private static WindowsPdbFile? TryRead(string path, string key, ulong? imageBytes, out string? problem)
    {
        problem = null;
        SafeFileHandle? handle = null;
        try
        {
            handle = RegularFile.TryOpen(path, out long length);
            if (handle is null)
                return null;
            ReadAt read = FileReading.ReaderOf(handle);
            if (WindowsPdbFile.TryRead(read, length, key, out bool isOther, imageBytes) is { } pdb)
                return pdb;
            problem = Problem(path, isOther);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            problem = $"'{path}' cannot be read: {e.Message}";
        }

        handle?.Dispose();
        return null;
    }

    private static string Problem(string place, bool isOther) => isOther ? $"'{place}' is of another build" : $"'{place}' is damaged, or no PDB of native code";

    private static ReadAt ReaderOf(byte[] content) => (offset, buffer) =>
    {
        int count = (int)Math.Min((ulong)buffer.Length, (ulong)content.Length - Math.Min((ulong)content.Length, offset));
        content.AsSpan(count > 0 ? (int)offset : 0, count).CopyTo(buffer);
        return count;
    };
}
