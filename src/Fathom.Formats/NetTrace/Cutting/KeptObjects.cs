using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace.Cutting;

/// <summary>Reads objects that were kept in a ring. It ends where one is cut off.</summary>
/// <param name="stream">The file.</param>
internal sealed class KeptObjects(Stream stream)
{
    private readonly byte[] _head = new byte[TraceObject.KeptBytes];
    private byte[] _bytes = new byte[1 << 16];

    /// <summary>Goes to the next object.</summary>
    /// <param name="head">What it is.</param>
    /// <param name="bytes">Its bytes; valid until the next call.</param>
    public bool Next(out TraceObject head, out ReadOnlySpan<byte> bytes)
    {
        head = default;
        bytes = default;
        if (stream.ReadAtLeast(_head, _head.Length, throwOnEndOfStream: false) < _head.Length)
            return false;
        int size = BinaryPrimitives.ReadInt32LittleEndian(_head.AsSpan(12));
        if (size is < 0 or > NetTraceReader.MaxBlockBytes)
            return false;
        if (size > _bytes.Length)
            _bytes = new byte[size * 2];
        if (stream.ReadAtLeast(_bytes.AsSpan(0, size), size, throwOnEndOfStream: false) < size)
            return false;
        head = new TraceObject(
            (NetTraceObjectKind)BinaryPrimitives.ReadInt32LittleEndian(_head), BinaryPrimitives.ReadInt32LittleEndian(_head.AsSpan(4)),
            BinaryPrimitives.ReadInt32LittleEndian(_head.AsSpan(8)));
        bytes = _bytes.AsSpan(0, size);
        return true;
    }
}
