using System.Buffers;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>Bytes as a sequence of several segments, as a pipe hands them over: numbers and names that lie across the end of a segment have to be put together by the reader.</summary>
internal static class SequencePieces
{
    // Not a divisor of anything that formats align to; more pieces of larger data would only take longer.
    private const int Pieces = 7;

    /// <summary>The bytes in pieces of about the same length, at least of one byte each.</summary>
    public static ReadOnlySequence<byte> Of(byte[] data)
    {
        int length = Math.Max(1, data.Length / Pieces);
        Piece first = new(data.AsMemory(0, Math.Min(length, data.Length)), null), last = first;
        for (int at = length; at < data.Length; at += length)
            last = new Piece(data.AsMemory(at, Math.Min(length, data.Length - at)), last);
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, Piece? before)
        {
            Memory = memory;
            if (before is null)
                return;
            RunningIndex = before.RunningIndex + before.Memory.Length;
            before.Next = this;
        }
    }
}
