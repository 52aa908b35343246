using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>A part of an image that was copied, at its addresses.</summary>
/// <param name="start">Address of the first byte.</param>
/// <param name="content">The bytes.</param>
internal sealed class CopiedMemory(ulong start, byte[] content) : ITargetMemory
{
    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> buffer)
    {
        ulong at = address - start;
        if (at >= (ulong)content.Length)
            return 0;
        ReadOnlySpan<byte> rest = content.AsSpan((int)at);
        rest = rest[..Math.Min(rest.Length, buffer.Length)];
        rest.CopyTo(buffer);
        return rest.Length;
    }

    /// <inheritdoc/>
    public ulong NextReadable(ulong address, ulong limit) => address < start ? Math.Min(start, limit) : limit;
}
