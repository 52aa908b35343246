namespace Fathom.Formats.Etl.Buffers;

/// <summary>A buffer of a trace in memory, inflated. Its room is used again for the next one.</summary>
/// <param name="parts">The files.</param>
internal sealed class LoadedBuffer(IReadOnlyList<EtlPart> parts)
{
    private byte[] _packed = [];

    /// <summary>Its records, and room behind them.</summary>
    public byte[] Content { get; private set; } = [];

    /// <summary>Bytes of its records.</summary>
    public int Count { get; private set; }

    /// <summary>Whether all of it was there.</summary>
    public bool IsWhole { get; private set; }

    /// <summary>Reads a buffer in place of what was there.</summary>
    /// <param name="head">What its head says.</param>
    public void Load(in EtlBuffer head)
    {
        int wanted = head.Used - EtlBuffer.HeadBytes;
        if (Content.Length < wanted)
            Content = GC.AllocateUninitializedArray<byte>(wanted);
        ReadAt read = parts[head.Part].Read;
        ulong at = (ulong)(head.Offset + EtlBuffer.HeadBytes);
        int got;
        if (head.IsCompressed)
        {
            int size = head.Size - EtlBuffer.HeadBytes;
            if (_packed.Length < size)
                _packed = GC.AllocateUninitializedArray<byte>(size);
            Span<byte> packed = _packed.AsSpan(0, size);
            got = Xpress.Inflate(packed[..read(at, packed)], Content.AsSpan(0, wanted));
        }
        else
        {
            got = read(at, Content.AsSpan(0, wanted));
        }

        (Count, IsWhole) = (got, got == wanted);
    }
}
