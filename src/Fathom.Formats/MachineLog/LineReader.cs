namespace Fathom.Formats.MachineLog;

/// <summary>Reads lines of bytes.</summary>
/// <param name="stream">The bytes.</param>
/// <param name="maxBytes">The longest line that is kept; longer ones are passed over.</param>
internal sealed class LineReader(Stream stream, int maxBytes)
{
    private byte[] _buffer = new byte[64 * 1024];
    private int _start;
    private int _end;

    /// <summary>Lines that were too long.</summary>
    public long TooLong { get; private set; }

    /// <summary>Bytes behind the last end of a line, known when there is no further one.</summary>
    public long CutBytes { get; private set; }

    /// <summary>Goes to the next line; empty ones are passed over.</summary>
    /// <param name="line">The line without its end, valid until the next call.</param>
    /// <returns>False at the end.</returns>
    public bool Next(out ReadOnlyMemory<byte> line)
    {
        bool isSkipping = false;
        while (true)
        {
            int length = _buffer.AsSpan(_start, _end - _start).IndexOf((byte)'\n');
            if (length >= 0)
            {
                line = _buffer.AsMemory(_start, length);
                _start += length + 1;
                if (isSkipping)
                    TooLong++;
                else if (length > 0)
                    return true;
                isSkipping = false;
                continue;
            }

            if (_end - _start > maxBytes)
            {
                isSkipping = true;
                _start = _end;
            }

            if (!Fill())
            {
                CutBytes = _end - _start;
                line = default;
                return false;
            }
        }
    }

    private bool Fill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }

        if (_end == _buffer.Length)
            Array.Resize(ref _buffer, _buffer.Length * 2);
        int count = stream.Read(_buffer, _end, _buffer.Length - _end);
        _end += count;
        return count > 0;
    }
}
