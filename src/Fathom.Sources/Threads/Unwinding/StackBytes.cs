using System.Buffers.Binary;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>The innermost part of a stack as it was copied.</summary>
/// <param name="start">Address of the first byte.</param>
/// <param name="bytes">The bytes.</param>
internal readonly ref struct StackBytes(ulong start, ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    /// <summary>Reads a number; false where it was not copied.</summary>
    public bool TryRead(ulong address, out ulong value)
    {
        ulong at = address - start;
        bool isThere = at <= (ulong)_bytes.Length && (ulong)_bytes.Length - at >= sizeof(ulong);
        value = isThere ? BinaryPrimitives.ReadUInt64LittleEndian(_bytes[(int)at..]) : 0;
        return isThere;
    }
}
