using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>
/// Holds events back until their stacks have come, which Windows writes as records of their own behind them: the part in the kernel at
/// once, that in the program when the thread leaves the kernel.
/// Memory is bounded: the oldest event goes on with what it has.
/// </summary>
/// <param name="emit">Gets the events in their order.</param>
/// <param name="totals">Counts.</param>
internal sealed class PendingEvents(PendingEvents.Emit emit, EtlTotals totals)
{
    private const int Most = 1 << 16;
    private const int Near = 256;
    private const int ArenaBytes = 32 << 20;

    // The kernel's half of the address space, of 64 and of 32 bits.
    private const ulong Kernel64 = 1UL << 63;

    private readonly Pending[] _ring = new Pending[Most];
    private readonly byte[] _arena = new byte[ArenaBytes];
    private ulong[] _chain = new ulong[256];
    private long _first;
    private long _end;
    private long _tail;

    /// <summary>Gets an event with its stack.</summary>
    /// <param name="kind">Its kind.</param>
    /// <param name="header">Time, thread, processor.</param>
    /// <param name="payload">Its fields.</param>
    /// <param name="pointerSize">4 or 8.</param>
    /// <param name="stack">Its stack, the innermost first; empty for none.</param>
    public delegate void Emit(EventMetadata kind, ref EventHeader header, ReadOnlySpan<byte> payload, int pointerSize,
        ReadOnlySpan<ulong> stack);

    /// <summary>Adds an event.</summary>
    public void Add(EventMetadata kind, in EventHeader header, long ticks, ReadOnlySpan<byte> payload, int pointerSize,
        ReadOnlySpan<ulong> stack)
    {
        if (_end - _first == Most)
            Pop();
        long at = Room(payload.Length);
        payload.CopyTo(Bytes(at, payload.Length));
        ref Pending added = ref _ring[_end % Most];
        added = new Pending { Kind = kind, Header = header, Ticks = ticks, PointerSize = pointerSize };
        (added.PayloadAt, added.PayloadBytes) = (at, payload.Length);
        _end++;
        if (stack.Length > 0)
            Attach(_end - 1, stack);
    }

    /// <summary>A part of the stack of an event came.</summary>
    /// <param name="ticks">Time of the event.</param>
    /// <param name="tid">Its thread.</param>
    /// <param name="processor">The processor that wrote the stack.</param>
    /// <param name="stack">The addresses.</param>
    public void Attach(long ticks, int tid, int processor, ReadOnlySpan<ulong> stack)
    {
        totals.Stacks++;
        long at = Find(ticks, tid, processor);
        if (at < 0 || !Attach(at, stack))
            totals.LateStacks++;
    }

    /// <summary>The stack of the last event of a provider on a thread came, where that has none.</summary>
    /// <param name="provider">The provider.</param>
    /// <param name="tid">The thread.</param>
    /// <param name="stack">The addresses.</param>
    public void AttachToLast(string provider, int tid, ReadOnlySpan<ulong> stack)
    {
        totals.Stacks++;
        for (long at = _end - 1; at >= Math.Max(_first, _end - Near); at--)
        {
            ref Pending of = ref _ring[at % Most];
            if (of.Header.ThreadId != (uint)tid || of.Kind.Provider != provider)
                continue;
            if (of.KernelBytes > 0 || of.UserBytes > 0 || !Attach(at, stack))
                totals.LateStacks++;
            return;
        }

        totals.LateStacks++;
    }

    /// <summary>Hands on all that are left.</summary>
    public void Flush()
    {
        while (_first < _end)
            Pop();
    }

    private bool Attach(long at, ReadOnlySpan<ulong> stack)
    {
        if (stack.IsEmpty)
            return true;
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(stack);
        long place = Room(bytes.Length);
        // Room is made by handing on the oldest.
        if (at < _first)
            return false;
        bytes.CopyTo(Bytes(place, bytes.Length));
        ref Pending of = ref _ring[at % Most];
        if ((stack[0] & Kernel64) != 0 && of.KernelBytes == 0)
            (of.KernelAt, of.KernelBytes) = (place, bytes.Length);
        else if (of.UserBytes == 0)
            (of.UserAt, of.UserBytes) = (place, bytes.Length);
        else
            return false;
        return true;
    }

    // Events are in the order of time: of those with a time that of the thread counts, else the one that tells no thread and was written by
    // the same processor.
    private long Find(long ticks, int tid, int processor)
    {
        long low = _first, high = _end;
        while (low < high)
        {
            long middle = (low + high) / 2;
            if (_ring[middle % Most].Ticks < ticks)
                low = middle + 1;
            else
                high = middle;
        }

        long other = -1;
        for (; low < _end && _ring[low % Most].Ticks == ticks; low++)
        {
            ref EventHeader header = ref _ring[low % Most].Header;
            if (header.ThreadId == (uint)tid && tid != 0)
                return low;
            if (header.Processor == (uint)processor && (header.ThreadId == 0 || other < 0))
                other = low;
        }

        return other;
    }

    private void Pop()
    {
        ref Pending first = ref _ring[_first % Most];
        int depth = (first.KernelBytes + first.UserBytes) / sizeof(ulong);
        if (_chain.Length < depth)
            _chain = new ulong[depth];
        Span<byte> chain = MemoryMarshal.AsBytes(_chain.AsSpan(0, depth));
        Bytes(first.KernelAt, first.KernelBytes).CopyTo(chain);
        Bytes(first.UserAt, first.UserBytes).CopyTo(chain[first.KernelBytes..]);
        emit(first.Kind, ref first.Header, Bytes(first.PayloadAt, first.PayloadBytes), first.PointerSize, _chain.AsSpan(0, depth));
        _first++;
    }

    // All that is in use lies behind the payload of the oldest event, for a stack comes behind its event.
    private long Room(int bytes)
    {
        long inRound = _tail % ArenaBytes;
        long at = inRound + bytes > ArenaBytes ? _tail + (ArenaBytes - inRound) : _tail;
        while (_first < _end && at + bytes - _ring[_first % Most].PayloadAt > ArenaBytes)
            Pop();
        _tail = at + bytes;
        return at;
    }

    private Span<byte> Bytes(long at, int count) => _arena.AsSpan((int)(at % ArenaBytes), count);

    private struct Pending
    {
        public EventMetadata Kind;
        public EventHeader Header;
        public long Ticks;
        public int PointerSize;
        public long PayloadAt;
        public int PayloadBytes;
        public long KernelAt;
        public int KernelBytes;
        public long UserAt;
        public int UserBytes;
    }
}
