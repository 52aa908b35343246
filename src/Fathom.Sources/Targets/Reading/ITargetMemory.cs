namespace Fathom.Sources.Targets.Reading;

/// <summary>The memory of a target: a live process, or a dump of one.</summary>
public interface ITargetMemory
{
    /// <summary>Reads from <paramref name="address"/> on until the buffer is full or an unreadable page comes.</summary>
    /// <returns>Bytes read; 0 when the first byte cannot be read.</returns>
    /// <exception cref="Model.FathomException">The target is gone.</exception>
    int Read(ulong address, Span<byte> buffer);

    /// <summary>
    /// The first address at or after <paramref name="address"/> that may be readable, or <paramref name="limit"/> when there is none
    /// before it. Called after a failed read, to pass a hole.
    /// </summary>
    ulong NextReadable(ulong address, ulong limit);
}
