using Fathom.Sources.Targets.Reading;

namespace Fathom.Tests.Sources.Heap.Objects;

/// <summary>A target's memory with some words replaced, as a damaged or hostile one might have them.</summary>
/// <param name="inner">The true memory.</param>
internal sealed class PatchedMemory(ITargetMemory inner) : ITargetMemory
{
    private readonly List<(ulong Address, byte[] Bytes)> _patches = [];

    /// <summary>Replaces 8 bytes.</summary>
    public void Patch(ulong address, ulong value) => _patches.Add((address, BitConverter.GetBytes(value)));

    /// <summary>Takes all replacements back.</summary>
    public void Clear() => _patches.Clear();

    public int Read(ulong address, Span<byte> buffer)
    {
        int length = inner.Read(address, buffer);
        foreach ((ulong start, byte[] bytes) in _patches)
        {
            for (int i = 0; i < bytes.Length; i++)
            {
                ulong offset = start + (ulong)i - address;
                if (offset < (ulong)length)
                    buffer[(int)offset] = bytes[i];
            }
        }

        return length;
    }

    public ulong NextReadable(ulong address, ulong limit) => inner.NextReadable(address, limit);
}
