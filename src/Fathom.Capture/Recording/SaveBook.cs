using System.Text.Json;
using Fathom.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Capture.Recording;

/// <summary>
/// The saves of a ring that are done, a line of JSON each, in the folder of its raw files. Whoever asks for a save waits for its line.
/// It stays readable for who has it open when the folder is removed.
/// </summary>
internal sealed class SaveBook : IDisposable
{
    /// <summary>The name of the file.</summary>
    public const string FileName = "saves.jsonl";

    // On a full disk. The last ones stay: each ends the waiting of all who asked before it.
    private const int MostUnwritten = 100;

    private readonly Lock _gate = new();
    private readonly SafeFileHandle _file;
    private readonly Queue<byte[]> _unwritten = [];
    private long _at;

    private SaveBook(SafeFileHandle file) => _file = file;

    /// <summary>Makes one, with an empty line: its block of the disk has room for the first save also when the disk is full.</summary>
    /// <exception cref="IOException">It exists, or cannot be made.</exception>
    public static SaveBook Make(RawFolder raw)
    {
        SaveBook book = new(OwnFile.Make(raw.PathOf(FileName)));
        book._unwritten.Enqueue([(byte)'\n']);
        book.Flush();
        return book;
    }

    /// <summary>Publishes a save that is done. Any thread may.</summary>
    public void Add(SaveNote note)
    {
        lock (_gate)
        {
            if (_unwritten.Count == MostUnwritten)
                _unwritten.Dequeue();
            _unwritten.Enqueue([.. JsonSerializer.SerializeToUtf8Bytes(note, RecorderLineJson.Default.SaveNote), (byte)'\n']);
            Write();
        }
    }

    /// <summary>Publishes what found no room on the disk.</summary>
    public void Flush()
    {
        lock (_gate)
            Write();
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private void Write()
    {
        try
        {
            for (; _unwritten.TryPeek(out byte[]? line); _unwritten.Dequeue(), _at += line.Length)
                RandomAccess.Write(_file, line, _at);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The next try writes it whole.
        }
    }
}
