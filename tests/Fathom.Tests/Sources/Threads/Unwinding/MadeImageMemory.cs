using Fathom.Sources.Targets.Reading;
using Fathom.Tests.Sources.Heap;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>A made-up image in memory; what lies outside of it cannot be read.</summary>
internal sealed class MadeImageMemory(SyntheticMemory inner) : ITargetMemory
{
    public int Read(ulong address, Span<byte> buffer)
    {
        if (address < inner.Start || address >= inner.End)
            return 0;
        int length = (int)Math.Min((ulong)buffer.Length, inner.End - address);
        return inner.Read(address, buffer[..length]);
    }

    public ulong NextReadable(ulong address, ulong limit) => inner.NextReadable(address, limit);
}
