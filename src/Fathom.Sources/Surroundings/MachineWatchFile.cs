using Fathom.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Surroundings;

/// <summary>The file of a log whose begin can be given up. A kill meanwhile leaves the old one or the new one, and either is whole.</summary>
/// <param name="path">Its path.</param>
/// <param name="file">The file as it was made; disposed of with this.</param>
internal sealed class MachineWatchFile(string path, FileStream file) : Stream
{
    private const string PartialSuffix = ".partial";

    private FileStream _file = file;

    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => _file.Length;

    /// <inheritdoc/>
    public override long Position
    {
        get => _file.Position;
        set => throw new NotSupportedException();
    }

    /// <summary>Puts a file of this content in its place, which is written on.</summary>
    /// <exception cref="IOException">It cannot be written; the old one is written on.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public void Replace(ReadOnlySpan<byte> content)
    {
        string partial = path + PartialSuffix;
        OwnTree.DeleteFile(partial);
        SafeFileHandle next = OwnFile.Make(partial);
        try
        {
            RandomAccess.Write(next, content, 0);
            OwnTree.Rename(partial, path);
        }
        catch
        {
            next.Dispose();
            OwnTree.DeleteFile(partial);
            throw;
        }

        _file.Dispose();
        _file = new FileStream(next, FileAccess.Write) { Position = content.Length };
    }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer) => _file.Write(buffer);

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => _file.Write(buffer, offset, count);

    /// <inheritdoc/>
    public override void Flush() => _file.Flush();

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _file.Dispose();
        base.Dispose(disposing);
    }
}
