using System.Security.Cryptography;
using System.Text;
using Fathom.Files;
using Fathom.Formats.PortablePdb;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Lines;

/// <summary>The texts of source lines, from files that are as they were when the compiler read them.</summary>
internal sealed class SourceTexts
{
    private const int MostBytes = 8 << 20;
    private const long MostBytesOfAll = 256L << 20;
    private const int LongestLine = 160;
    private const string Absent = "the source file is not on this machine";
    private const string Changed = "the source file was changed since the build";

    // Those of C#.
    private static readonly char[] s_ends = ['\n', '\r', '\u0085', '\u2028', '\u2029'];

    private readonly Dictionary<PdbDocument, (string[]? Lines, string? Reason)> _files = new(ReferenceEqualityComparer.Instance);
    private long _bytes;

    /// <summary>The text of a line without its indentation, or why it is not known.</summary>
    /// <param name="document">The source file.</param>
    /// <param name="line">The line, from 1.</param>
    public (string? Text, string? Reason) Of(PdbDocument document, int line)
    {
        if (!_files.TryGetValue(document, out (string[]? Lines, string? Reason) file))
            _files.Add(document, file = Read(document));
        if (file.Lines is not { } lines)
            return (null, file.Reason);
        if (line < 1 || line > lines.Length)
            return (null, Changed);
        string text = lines[line - 1].Trim();
        return (text.Length > LongestLine ? text[..LongestLine] : text, null);
    }

    private (string[]? Lines, string? Reason) Read(PdbDocument document)
    {
        if (document.Algorithm == PdbChecksum.Unknown)
            return (null, "the PDB has no checksum of the source file");
        try
        {
            using SafeFileHandle? file = Path.IsPathRooted(document.Path) ? RegularFile.TryOpen(document.Path, out _) : null;
            if (file is null)
                return (null, Absent);
            long length = RandomAccess.GetLength(file);
            if (length > MostBytes || length > MostBytesOfAll - _bytes)
                return (null, "the source file is too large");
            byte[] bytes = FileReading.Whole(file, length);
            _bytes += bytes.Length;
            return Sum(document.Algorithm, bytes).AsSpan().SequenceEqual(document.Checksum.Span) ? (Lines(bytes), null) : (null, Changed);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return (null, Absent);
        }
    }

    private static string[] Lines(byte[] bytes)
    {
        using StreamReader reader = new(new MemoryStream(bytes), Encoding.UTF8);
        return reader.ReadToEnd().Replace("\r\n", "\n", StringComparison.Ordinal).Split(s_ends);
    }

    // A build with the checksums of older compilers is compared by them: it tells a changed file, and nothing is trusted because of it.
#pragma warning disable CA5350
    private static byte[] Sum(PdbChecksum algorithm, ReadOnlySpan<byte> bytes) => algorithm == PdbChecksum.Sha1 ? SHA1.HashData(bytes) : SHA256.HashData(bytes);
#pragma warning restore CA5350
}
