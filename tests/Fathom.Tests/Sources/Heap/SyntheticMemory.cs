using System.Buffers.Binary;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Heap;

/// <summary>One range of memory made up by a test. A read that starts outside fails the test; pages can be made unreadable.</summary>
internal sealed class SyntheticMemory(ulong start, byte[] content) : ITargetMemory
{
    private const ulong PageSize = 4096;

    private readonly HashSet<ulong> _unreadablePages = [];

    public ulong Start => start;

    public ulong End => start + (ulong)content.Length;

    public Span<byte> Content => content;

    /// <summary>Reads so far.</summary>
    public long Reads { get; private set; }

    /// <summary>Bytes that they gave.</summary>
    public long BytesRead { get; private set; }

    public void MakeUnreadable(ulong address) => _unreadablePages.Add(address / PageSize);

    public void Write(ulong address, ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(content.AsSpan((int)(address - start)), value);

    public int Read(ulong address, Span<byte> buffer)
    {
        Assert.True(address >= start && address < End, $"A read at {address:x}, outside of {start:x} to {End:x}.");
        Assert.True(address + (ulong)buffer.Length <= End, $"A read of {buffer.Length} bytes at {address:x}, behind the end {End:x}.");
        int length = 0;
        while (length < buffer.Length && !_unreadablePages.Contains((address + (ulong)length) / PageSize))
            length += (int)Math.Min((ulong)(buffer.Length - length), PageSize - ((address + (ulong)length) % PageSize));
        content.AsSpan((int)(address - start), length).CopyTo(buffer);
        (Reads, BytesRead) = (Reads + 1, BytesRead + length);
        return length;
    }

    public ulong NextReadable(ulong address, ulong limit)
    {
        while (address < limit && _unreadablePages.Contains(address / PageSize))
            address = ((address / PageSize) + 1) * PageSize;
        return Math.Min(address, limit);
    }
}
