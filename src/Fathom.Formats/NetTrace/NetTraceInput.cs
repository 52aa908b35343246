namespace Fathom.Formats.NetTrace;

/// <summary>Bytes of a stream in one piece each, out of one buffer that grows only as far as bytes have come.</summary>
/// <param name="stream">The stream; it is not disposed.</param>
internal sealed class NetTraceInput(Stream stream)
{
    private const int FirstBufferBytes = 128 * 1024;

    private byte[] _buffer = new byte[FirstBufferBytes];
    private long _start;
    private int _next;
    private int _end;

    /// <summary>Bytes that were taken so far.</summary>
    public long Position => _start + _next;

    /// <summary>Takes the next bytes; they stay valid until the next call. False at the end of the stream: then nothing is taken.</summary>
    public bool TryTake(int count, out ReadOnlySpan<byte> bytes)
    {
        if (_end - _next < count && !Fill(count))
        {
            bytes = default;
            return false;
        }

        bytes = _buffer.AsSpan(_next, count);
        _next += count;
        return true;
    }

    /// <summary>Looks at the next bytes without taking them. False where the stream has not as many.</summary>
    public bool TryPeek(int count, out ReadOnlySpan<byte> bytes)
    {
        bool isThere = _end - _next >= count || Fill(count);
        bytes = isThere ? _buffer.AsSpan(_next, count) : default;
        return isThere;
    }

    private bool Fill(int count)
    {
        int kept = _end - _next;
        _buffer.AsSpan(_next, kept).CopyTo(_buffer);
        _start += _next;
        (_next, _end) = (0, kept);
        while (_end < count)
        {
            // Twice as much at most: a size that is a lie costs no memory that the stream does not fill.
            if (_end == _buffer.Length)
                Array.Resize(ref _buffer, _buffer.Length * 2);
            int read = stream.Read(_buffer, _end, _buffer.Length - _end);
            if (read == 0)
                return false;
            _end += read;
        }

        return true;
    }
}
