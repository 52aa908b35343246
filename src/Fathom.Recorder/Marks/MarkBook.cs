using Fathom.Files;
using Fathom.Formats.Marks;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Recorder.Marks;

/// <summary>
/// The file of marks of a recording that runs. Others find it by the descriptor that this process has of it (<see cref="MarkBooks"/>), so nothing is left that could lie
/// when this process is gone, however it ends.
/// </summary>
public sealed class MarkBook : IDisposable
{
    /// <summary>The name of the file.</summary>
    public const string FileName = "marks.fathom-marks";

    private const int MostAtOnce = 64 << 10;

    private readonly SafeFileHandle _file;

    private MarkBook(SafeFileHandle file, string path) => (_file, Path) = (file, path);

    /// <summary>The file.</summary>
    public string Path { get; }

    /// <summary>Opens one; from now on marks come into it.</summary>
    /// <param name="folder">An existing folder.</param>
    /// <exception cref="IOException">The file exists, or cannot be made.</exception>
    public static MarkBook Open(string folder)
    {
        string path = System.IO.Path.Combine(folder, FileName);
        SafeFileHandle file = OwnFile.Make(path);
        RandomAccess.Write(file, MarkFile.Head, 0);
        return new MarkBook(file, path);
    }

    /// <summary>Where the next mark comes, in bytes of the file.</summary>
    public long Length => RandomAccess.GetLength(_file);

    /// <summary>The marks that came after a place of the file.</summary>
    /// <param name="at">The place, in bytes; afterwards behind those marks.</param>
    public IReadOnlyList<Mark> Since(ref long at)
    {
        int length = (int)Math.Min(Length - at, MostAtOnce);
        if (length <= 0)
            return [];
        List<Mark> marks = [];
        byte[] bytes = new byte[length];
        int read = RandomAccess.Read(_file, bytes, at);
        at += MarkFile.ReadWhole(bytes.AsSpan(0, read), marks);
        return marks;
    }

    /// <summary>No mark comes into it any more.</summary>
    public void Dispose() => _file.Dispose();
}
