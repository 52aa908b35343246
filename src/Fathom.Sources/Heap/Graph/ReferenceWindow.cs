using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Graph;

/// <summary>Reads the references of an object that is not whole in the block of the walk: it lies across the block's end, or is larger than a block.</summary>
internal sealed unsafe class ReferenceWindow(ITargetMemory memory, CancellationToken due)
{
    private const int WindowSize = 256 * 1024;

    private readonly byte[] _bytes = GC.AllocateUninitializedArray<byte>(WindowSize, pinned: true);
    private ulong _address;
    private int _length;

    /// <summary>Bytes that should hold references and could not be read.</summary>
    public long UnreadableBytes { get; private set; }

    /// <summary>Ranges of such bytes. For each there is one granule that leads nowhere.</summary>
    public long UnreadableRanges { get; private set; }

    /// <summary>Reads the references of one object.</summary>
    /// <param name="layout">Where they are.</param>
    /// <param name="address">Address of the object.</param>
    /// <param name="size">Its size, not aligned.</param>
    /// <param name="map">Gives the granules.</param>
    /// <param name="next">Where the first granule goes.</param>
    /// <returns>Behind the last granule.</returns>
    public uint* Read(ReferenceLayout layout, ulong address, ulong size, GranuleMap map, uint* next)
    {
        _length = 0;
        ulong end = address + size - sizeof(ulong);
        if (!layout.Repeats)
        {
            foreach (ReferencePart part in layout.Parts)
            {
                ulong from = address + (ulong)part.Start;
                ulong partEnd = Math.Min(end, from + (ulong)Math.Max(0, part.Length + (long)size));
                next = ReadRun(from, partEnd, end, map, next);
            }

            return next;
        }

        for (ulong from = address + (ulong)layout.Parts[0].Start; from < end;)
        {
            foreach (ReferencePart part in layout.Parts)
            {
                next = ReadRun(from, Math.Min(end, from + (ulong)part.Length), end, map, next);
                from += (ulong)part.Length + (ulong)part.Skip;
            }
        }

        return next;
    }

    private uint* ReadRun(ulong from, ulong to, ulong objectEnd, GranuleMap map, uint* next)
    {
        for (; from < to; from += sizeof(ulong))
        {
            if ((_length == 0 || from - _address + sizeof(ulong) > (ulong)_length) && !MoveTo(from, objectEnd))
            {
                ulong readable = Math.Min(to, HeapLayout.AlignUp(memory.NextReadable(from, to)));
                UnreadableBytes += (long)(readable - from);
                UnreadableRanges++;
                *next++ = 0;
                from = readable - sizeof(ulong);
                continue;
            }

            ulong reference = BitConverter.ToUInt64(_bytes, (int)(from - _address));
            if (reference != 0)
                *next++ = map.Of(reference);
        }

        return next;
    }

    private bool MoveTo(ulong address, ulong limit)
    {
        due.ThrowIfCancellationRequested();
        _address = address;
        _length = memory.Read(address, _bytes.AsSpan(0, (int)Math.Min(WindowSize, limit - address)));
        return _length >= sizeof(ulong);
    }
}
