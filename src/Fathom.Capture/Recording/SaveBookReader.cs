using System.Text.Json;
using Fathom.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Capture.Recording;

/// <summary>Reads on in the book of saves of a recorder that runs.</summary>
internal sealed class SaveBookReader : IDisposable
{
    // A line has some paths and sentences.
    private const int MostBytes = 1 << 20;

    private readonly SafeFileHandle _file;
    private long _read;

    private SaveBookReader(SafeFileHandle file) => (_file, _read) = (file, RandomAccess.GetLength(file));

    /// <summary>Opens the file and skips the lines that it has; null where there is no file.</summary>
    public static SaveBookReader? TryOpen(string raw)
    {
        try
        {
            return new SaveBookReader(RegularFile.OpenHandle(Path.Combine(raw, SaveBook.FileName)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Returns the first new save that ends at or after a moment; null until one exists.</summary>
    /// <param name="ns">The moment, on CLOCK_MONOTONIC.</param>
    public SaveNote? FirstSince(long ns)
    {
        while (Line() is { } line)
        {
            if (NoteOf(line) is { } note && note.AskedNs >= ns)
                return note;
        }

        return null;
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    // Null for half of one.
    private byte[]? Line()
    {
        byte[] bytes = new byte[Math.Clamp(RandomAccess.GetLength(_file) - _read, 0, MostBytes)];
        int got = RandomAccess.Read(_file, bytes, _read);
        int end = bytes.AsSpan(0, got).IndexOf((byte)'\n');
        if (end < 0)
            return null;
        _read += end + 1;
        return bytes[..end];
    }

    private static SaveNote? NoteOf(byte[] line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, RecorderLineJson.Default.SaveNote);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
