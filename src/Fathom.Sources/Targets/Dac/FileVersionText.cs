using System.Buffers;
using System.Text;
using Fathom.Files;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// The version in a file of the .NET runtime. ELF has no field for it, so the build puts the text <c>@(#)Version 10.0.1226.42308 @Commit: …</c>
/// into the constants of each native library.
/// </summary>
internal static class FileVersionText
{
    private const int BlockSize = 256 * 1024;
    private const int MaxVersionChars = 32;
    private const long MaxFileSize = 256L * 1024 * 1024;

    private static readonly SearchValues<byte> s_versionChars = SearchValues.Create("0123456789."u8);

    private static ReadOnlySpan<byte> Mark => "@(#)Version "u8;

    /// <summary>Searches a file; null where there is no such text, or the file cannot be read.</summary>
    public static Version? Find(string path)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BlockSize);
        try
        {
            if (RegularFile.TryOpen(path, out _) is not { } handle)
                return null;
            using FileStream file = new(handle, FileAccess.Read, bufferSize: 0);
            int kept = 0;
            while (file.Position < MaxFileSize)
            {
                int length = kept + file.ReadAtLeast(buffer.AsSpan(kept), 1, throwOnEndOfStream: false);
                if (length == kept)
                    return null;
                if (FindIn(buffer.AsSpan(0, length)) is { } version)
                    return version;

                // The text may go over the end of the block.
                kept = Math.Min(length, Mark.Length + MaxVersionChars);
                buffer.AsSpan(length - kept, kept).CopyTo(buffer);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }

        return null;
    }

    private static Version? FindIn(ReadOnlySpan<byte> block)
    {
        for (int at = block.IndexOf(Mark); at >= 0 && at + Mark.Length + MaxVersionChars <= block.Length; at = block.IndexOf(Mark))
        {
            block = block[(at + Mark.Length)..];
            if (Parse(block[..MaxVersionChars]) is { } version)
                return version;
        }

        return null;
    }

    private static Version? Parse(ReadOnlySpan<byte> text)
    {
        int end = text.IndexOfAnyExcept(s_versionChars);
        return Version.TryParse(Encoding.ASCII.GetString(end < 0 ? text : text[..end]), out Version? version) ? version : null;
    }
}
