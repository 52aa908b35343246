using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Machine.Resources;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Reading;

/// <summary>
/// The bytes of a managed heap at one moment. Copying them is what takes least of the time that a target stands still; everything that is asked of the
/// objects can be asked of the copy when the target runs again. What lies outside of the heap is read from the target.
/// </summary>
internal sealed unsafe class HeapCopy : ITargetMemory, IDisposable
{
    /// <summary>Most bytes that are copied: a second on a small machine.</summary>
    public const long MaxBytes = 2L * 1024 * 1024 * 1024;

    private const int PieceBytes = 4 * 1024 * 1024;

    // The header of the first object of a segment lies before it.
    private const ulong HeaderBytes = sizeof(ulong);

    private readonly ITargetMemory _memory;
    private readonly long _capacity;
    private readonly List<Part> _parts = [];
    private byte* _start;

    private HeapCopy(ITargetMemory memory, long capacity)
    {
        (_memory, _capacity) = (memory, capacity);
        _start = (byte*)NativeMemory.AlignedAlloc((nuint)capacity, 2 * 1024 * 1024);
        LargePages.Ask(_start, capacity);
        LargePages.Touch(_start, capacity);
    }

    ~HeapCopy() => Free();

    /// <summary>Makes memory ready for a copy, while the target runs: the kernel gives it slower than it is filled.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="allocatedBytes">Bytes of the heap at this moment; it may grow a little until it is copied.</param>
    /// <param name="availableBytes">What this process can take, also within its control groups.</param>
    /// <returns>Null where the heap is too large to be copied.</returns>
    public static HeapCopy? Prepare(ITargetMemory memory, long allocatedBytes, long availableBytes)
    {
        long capacity = allocatedBytes + (allocatedBytes / 4) + (16 * 1024 * 1024);
        return capacity <= Math.Min(MaxBytes, availableBytes / 4) ? new HeapCopy(memory, capacity) : null;
    }

    /// <summary>Copies the heap; what was copied before is gone.</summary>
    /// <param name="map">Its outline.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    /// <returns>False where it has grown too much since.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="due"/> was signalled; nothing is held then.</exception>
    public bool TryTake(HeapMap map, CancellationToken due)
    {
        // The outline of a running target may show anything, so each segment is bounded before their sum.
        if (map.Segments.Any(segment => segment.Objects.Length is var length && (length < 0 || length > _capacity))
            || map.AllocatedBytes + (map.Segments.Count * (long)HeaderBytes) > _capacity)
        {
            return false;
        }

        _parts.Clear();
        try
        {
            long offset = 0;
            foreach (HeapSegment segment in map.Segments)
                offset += Take(segment.Objects, offset, due);
        }
        catch (OperationCanceledException)
        {
            _parts.Clear();
            throw;
        }

        return true;
    }

    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> buffer)
    {
        int done = 0;
        while (done < buffer.Length)
        {
            ulong at = address + (ulong)done;
            Span<byte> rest = buffer[done..];
            int next = NextPart(at);
            if (next < _parts.Count && _parts[next].Start <= at)
            {
                Part part = _parts[next];
                ulong held = part.Start + (ulong)part.Length;
                int count = at < held ? (int)Math.Min((ulong)rest.Length, held - at) : 0;
                new ReadOnlySpan<byte>(_start + part.Offset + (long)(at - part.Start), count).CopyTo(rest);
                done += count;
                // What could not be read then is not what the target has there now.
                if (count < rest.Length && held < part.End)
                    return done;
                continue;
            }

            int outside = next < _parts.Count ? (int)Math.Min((ulong)rest.Length, _parts[next].Start - at) : rest.Length;
            int read = _memory.Read(at, rest[..outside]);
            done += read;
            if (read < outside)
                return done;
        }

        return done;
    }

    /// <inheritdoc/>
    public ulong NextReadable(ulong address, ulong limit)
    {
        int next = NextPart(address);
        return next < _parts.Count && _parts[next].Start <= address ? Math.Min(_parts[next].End, limit) : _memory.NextReadable(address, limit);
    }

    public void Dispose()
    {
        Free();
        GC.SuppressFinalize(this);
    }

    private long Take(AddressRange objects, long offset, CancellationToken due)
    {
        ulong start = objects.Start - HeaderBytes;
        if (_parts.Count > 0 && start < _parts[^1].End)
            start = objects.Start;
        long length = (long)(objects.End - start), done = 0;
        while (done < length)
        {
            due.ThrowIfCancellationRequested();
            int wanted = (int)Math.Min(PieceBytes, length - done);
            int read = _memory.Read(start + (ulong)done, new Span<byte>(_start + offset + done, wanted));
            done += read;
            if (read < wanted)
                break;
        }

        _parts.Add(new Part(start, objects.End, done, offset));
        return length;
    }

    // The first part that ends behind an address.
    private int NextPart(ulong address)
    {
        int low = 0, high = _parts.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_parts[middle].End <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private void Free()
    {
        NativeMemory.AlignedFree(_start);
        _start = null;
    }

    // Length: how many bytes of the range could be read.
    private readonly record struct Part(ulong Start, ulong End, long Length, long Offset);
}
