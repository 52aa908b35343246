using System.Buffers;

namespace Fathom.Storage.Recordings;

/// <summary>Bytes that are put together in a buffer of the shared pool. A watch of days writes its manifest a thousand times, each time longer.</summary>
internal sealed class PooledBytes : IBufferWriter<byte>, IDisposable
{
    private const int FirstBytes = 16 << 10;

    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(FirstBytes);
    private int _length;

    /// <summary>What was written so far; valid until the next write.</summary>
    public ReadOnlySpan<byte> Written => _buffer.AsSpan(0, _length);

    /// <summary>Takes back the last bytes.</summary>
    public void TakeBack(int count) => _length -= count;

    public void Advance(int count) => _length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsMemory(_length);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsSpan(_length);
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_buffer);
        (_buffer, _length) = ([], 0);
    }

    private void Reserve(int sizeHint)
    {
        if (_buffer.Length - _length >= Math.Max(sizeHint, 1))
            return;
        byte[] larger = ArrayPool<byte>.Shared.Rent(checked(Math.Max(2 * _buffer.Length, _length + sizeHint)));
        Written.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = larger;
    }
}
