namespace Fathom.Serializers.Kit.Streaming;

/// <summary>Input as it comes from a network: in small pieces, without a length and without a way back.</summary>
/// <param name="inner">Where it comes from.</param>
/// <param name="length">How much there is.</param>
/// <param name="chunkBytes">The most that one read gives.</param>
/// <param name="lastAsked">Called once, when the last piece is asked for.</param>
public sealed class ChunkedStream(Stream inner, long length, int chunkBytes, Action lastAsked) : Stream
{
    private long _read;
    private bool _asked;

    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => false;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <inheritdoc/>
    public override void Flush()
    {
        // Nothing is written.
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer)
    {
        int most = Math.Min(buffer.Length, chunkBytes);
        if (!_asked && _read + most >= length)
        {
            _asked = true;
            lastAsked();
        }

        int got = inner.Read(buffer[..most]);
        _read += got;
        return got;
    }

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
