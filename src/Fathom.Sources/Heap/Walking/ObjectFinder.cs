using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>
/// Finds the next object behind a place where the walk has lost its way. A word is taken for the start of an object when it is a known method
/// table and a run of objects follows from it without a gap.
/// </summary>
internal sealed unsafe class ObjectFinder(ITargetMemory memory, MethodTableMap types)
{
    // The more objects must follow, the surer the find; 16 wrong ones in a row would each have to hit a method table by chance.
    private const int ProofLength = 16;
    private const int FirstScanSize = 4 * 1024;
    private const int ScanSize = 64 * 1024;

    // Reads of proofs that failed: two seconds or more. Damage costs some hundreds; memory that was made for it could keep a walk busy for hours.
    private const long MostFailedReads = 2_000_000;

    private readonly byte[] _scan = new byte[ScanSize];

    // What is in the scan, as long as that goes on.
    private ulong _scanAddress;
    private int _scanLength;
    private long _failedReads;
    private int _reads;

    /// <summary>Whether so many bytes can be read and are all zero.</summary>
    public bool IsZero(ulong address, ulong count)
    {
        for (ulong end = address + count; address < end;)
        {
            Span<byte> bytes = _scan.AsSpan(0, (int)Math.Min(ScanSize, end - address));
            if (memory.Read(address, bytes) < bytes.Length || bytes.ContainsAnyExcept((byte)0))
                return false;
            address += (ulong)bytes.Length;
        }

        return true;
    }

    /// <summary>Whether objects start here and follow each other, for some length or up to <paramref name="stopAt"/>.</summary>
    public bool IsObject(ulong address, ulong stopAt)
    {
        _reads = 0;
        for (int proof = 0; proof < ProofLength && address != stopAt; proof++)
        {
            ulong size = SizeAt(address);
            if (size == 0 || size > stopAt - address)
            {
                _failedReads += _reads;
                return false;
            }

            address += size;
        }

        return true;
    }

    /// <summary>The start of the next object behind <paramref name="address"/>, or <paramref name="stopAt"/>.</summary>
    public ulong FindNext(ulong address, ulong stopAt, CancellationToken due)
    {
        ulong found = Scan(address + HeapLayout.Alignment, stopAt, due);
        _scanLength = 0;
        return found;
    }

    private ulong Scan(ulong address, ulong stopAt, CancellationToken due)
    {
        // The next object is near as a rule.
        for (int most = FirstScanSize; address < stopAt && _failedReads < MostFailedReads; most = Math.Min(most * 2, ScanSize))
        {
            due.ThrowIfCancellationRequested();
            int length = memory.Read(address, _scan.AsSpan(0, (int)Math.Min((ulong)most, stopAt - address))) & ~(int)HeapLayout.PointerBits;
            (_scanAddress, _scanLength) = (address, length);
            if (length == 0)
            {
                address = HeapLayout.AlignUp(memory.NextReadable(address, stopAt));
                continue;
            }

            for (int offset = 0; offset < length; offset += (int)HeapLayout.Alignment)
            {
                ulong methodTable = BitConverter.ToUInt64(_scan, offset) & ~HeapLayout.PointerBits;
                if (types.Find(methodTable) is not null && IsObject(address + (ulong)offset, stopAt))
                    return address + (ulong)offset;
            }

            address += (ulong)length;
        }

        return stopAt;
    }

    // The size of the object at an address, or 0 when there is none.
    private ulong SizeAt(ulong address)
    {
        Span<byte> head = stackalloc byte[HeapLayout.HeadSize];
        if (address >= _scanAddress && address - _scanAddress + (ulong)head.Length <= (ulong)_scanLength)
        {
            _scan.AsSpan((int)(address - _scanAddress), head.Length).CopyTo(head);
        }
        else
        {
            _reads++;
            if (memory.Read(address, head) < head.Length)
                return 0;
        }

        MethodTableSlot* slot = types.FindOrAdd(BitConverter.ToUInt64(head) & ~HeapLayout.PointerBits);
        if (slot is null)
            return 0;
        return HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * BitConverter.ToUInt32(head[HeapLayout.ComponentCountOffset..])));
    }
}
