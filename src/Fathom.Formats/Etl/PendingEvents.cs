using System.Numerics;
using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>
/// Holds events back until their stacks have come, which Windows writes as records of their own behind them: the part in the kernel at
/// once, that in the program when the thread leaves the kernel.
/// Memory is bounded: the oldest event goes on with what it has. Most traces need little of it: the first reading tells how late stacks come.
/// </summary>
internal sealed class PendingEvents
{
    private const int Most = 1 << 16;
    private const int Near = 256;
    private const int Nearest = 32;
    private const int MostArenaBytes = 64 << 20;
    private const int LeastArenaBytes = 1 << 16;
    private const int FirstEvents = 1 << 10;
    private const int ActivityBytes = 32;

    // The kernel's half of the address space, of 64 and of 32 bits.
    private const ulong Kernel64 = 1UL << 63;

    private readonly Emit _emit;
    private readonly EtlTotals _totals;
    private readonly int _mostEvents;
    private readonly int _mostBytes;
    private readonly ulong _mostLate;
    private Pending[] _ring;
    private byte[] _arena;
    private long _first;
    private long _end;
    private long _tail;

    /// <summary>Begins.</summary>
    /// <param name="emit">Gets the events in their order.</param>
    /// <param name="totals">Counts.</param>
    /// <param name="records">Records that there are.</param>
    /// <param name="bytes">Bytes of them with their stacks.</param>
    /// <param name="mostLate">Ticks from an event to the last record with a part of its stack; the largest number where nobody knows.</param>
    public PendingEvents(Emit emit, EtlTotals totals, long records, long bytes, ulong mostLate)
    {
        (_emit, _totals, _mostLate) = (emit, totals, mostLate);
        _mostEvents = (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Min(Most, records + 1));
        _mostBytes = (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(4 * bytes, LeastArenaBytes, MostArenaBytes));
        _ring = new Pending[Math.Min(_mostEvents, FirstEvents)];
        _arena = GC.AllocateUninitializedArray<byte>(LeastArenaBytes);
    }

    /// <summary>Gets an event with its stack.</summary>
    /// <param name="one">Kind, time, thread, processor.</param>
    /// <param name="payload">Its fields.</param>
    /// <param name="kernel">Addresses of 8 bytes, the innermost first: the part of its stack in the kernel; empty for none.</param>
    /// <param name="user">The part in the program; empty for none.</param>
    /// <param name="pointerSize">4 or 8: bytes of an address of that part.</param>
    public delegate void Emit(
        in EtlEvent one, ReadOnlySpan<byte> payload, ReadOnlySpan<byte> kernel, ReadOnlySpan<byte> user, int pointerSize);

    /// <summary>Hands on all that are left.</summary>
    public void Flush()
    {
        while (_first < _end)
            Pop();
    }

    /// <summary>Adds an event.</summary>
    /// <param name="one">Kind, time, thread, processor.</param>
    /// <param name="payload">Its fields.</param>
    /// <param name="stack">Its stack, where that stands with it.</param>
    /// <param name="pointerSize">4 or 8: bytes of an address of that stack.</param>
    public void Add(in EtlEvent one, ReadOnlySpan<byte> payload, ReadOnlySpan<byte> stack, int pointerSize)
    {
        // The last ones stay for what tells no time of its event.
        while (_end - _first > Near && (ulong)(one.Ticks - _ring[Place(_first)].Ticks) > _mostLate)
            Pop();
        if (_end - _first == _ring.Length && !Widen())
            Pop();
        bool hasActivity = one.Activity != Guid.Empty || one.Related != Guid.Empty;
        long at = Room(payload.Length + (hasActivity ? ActivityBytes : 0));
        payload.CopyTo(Bytes(At(at), payload.Length));
        if (hasActivity)
        {
            Span<Guid> behind = MemoryMarshal.Cast<byte, Guid>(Bytes(At(at) + payload.Length, ActivityBytes));
            (behind[0], behind[1]) = (one.Activity, one.Related);
        }

        ref Pending added = ref _ring[Place(_end)];
        (added.Kind, added.Ticks, added.Pid, added.Thread) = (one.Kind, one.Ticks, one.Pid, one.Thread);
        (added.Processor, added.PointerSize, added.HasActivity) = ((ushort)one.Processor, (byte)one.PointerSize, hasActivity);
        (added.PayloadAt, added.PayloadBytes, added.KernelBytes, added.UserBytes) = (at, payload.Length, 0, 0);
        added.UserPointerSize = sizeof(ulong);
        _end++;
        if (stack.Length > 0)
            Attach(_end - 1, stack, pointerSize);
    }

    /// <summary>A part of the stack of an event came.</summary>
    /// <param name="ticks">Time of the event.</param>
    /// <param name="tid">Its thread.</param>
    /// <param name="processor">The processor that wrote the stack.</param>
    /// <param name="stack">The addresses.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public void Attach(long ticks, int tid, int processor, ReadOnlySpan<byte> stack, int pointerSize)
    {
        _totals.Stacks++;
        long at = Find(ticks, tid, processor);
        if (at < 0 || !Attach(at, stack, pointerSize))
            _totals.LateStacks++;
    }

    /// <summary>The stack of the last event of a provider on a thread came, where that has none.</summary>
    /// <param name="provider">The provider.</param>
    /// <param name="tid">The thread.</param>
    /// <param name="stack">The addresses.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public void AttachToLast(string provider, int tid, ReadOnlySpan<byte> stack, int pointerSize)
    {
        _totals.Stacks++;
        for (long at = _end - 1; at >= Math.Max(_first, _end - Near); at--)
        {
            ref Pending of = ref _ring[Place(at)];
            if (of.Thread != tid || of.Kind.Provider != provider)
                continue;
            if (of.KernelBytes > 0 || of.UserBytes > 0 || !Attach(at, stack, pointerSize))
                _totals.LateStacks++;
            return;
        }

        _totals.LateStacks++;
    }

    /// <summary>Another part of the stack of the event that was added last.</summary>
    /// <param name="stack">The addresses.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public void AttachToNewest(ReadOnlySpan<byte> stack, int pointerSize)
    {
        _totals.Stacks++;
        if (!Attach(_end - 1, stack, pointerSize))
            _totals.LateStacks++;
    }

    private bool Attach(long at, ReadOnlySpan<byte> stack, int pointerSize)
    {
        int bytes = stack.Length - (stack.Length % pointerSize);
        if (bytes == 0)
            return true;
        long place = Room(bytes);
        // Room is made by handing on the oldest.
        if (at < _first)
            return false;
        Span<byte> kept = Bytes(At(place), bytes);
        stack[..bytes].CopyTo(kept);
        ref Pending of = ref _ring[Place(at)];
        if (pointerSize == sizeof(ulong) && (MemoryMarshal.Read<ulong>(kept) & Kernel64) != 0 && of.KernelBytes == 0)
            (of.KernelAt, of.KernelBytes) = (place, bytes);
        else if (of.UserBytes == 0)
            (of.UserAt, of.UserBytes, of.UserPointerSize) = (place, bytes, (byte)pointerSize);
        else
            return false;
        return true;
    }

    // Events are in the order of time: of those with a time that of the thread counts, else the one that tells no thread and was written by
    // the same processor.
    private long Find(long ticks, int tid, int processor)
    {
        long other = -1;
        for (long at = FirstAt(ticks); at < _end && _ring[Place(at)] is var one && one.Ticks == ticks; at++)
        {
            if (one.Thread == tid && tid != 0)
                return at;
            if (one.Processor == processor && (one.Thread == 0 || other < 0))
                other = at;
        }

        return other;
    }

    // The first event that is not older. Most stacks come at once, so it is one of the last.
    private long FirstAt(long ticks)
    {
        long low = _first, high = _end, near = Math.Max(_first, _end - Nearest);
        while (high > near && _ring[Place(high - 1)].Ticks >= ticks)
            high--;
        if (high > near || near == _first)
            return high;
        while (low < high)
        {
            long middle = (low + high) / 2;
            if (_ring[Place(middle)].Ticks < ticks)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private void Pop() => Take(in _ring[Place(_first++)]);

    private void Take(in Pending taken)
    {
        int payloadAt = At(taken.PayloadAt);
        EtlEvent one = new(taken.Kind, taken.Ticks, taken.Pid, taken.Thread, taken.Processor, taken.PointerSize);
        if (taken.HasActivity)
        {
            Span<Guid> behind = MemoryMarshal.Cast<byte, Guid>(Bytes(payloadAt + taken.PayloadBytes, ActivityBytes));
            one = one with { Activity = behind[0], Related = behind[1] };
        }

        _emit(in one, Bytes(payloadAt, taken.PayloadBytes), Bytes(At(taken.KernelAt), taken.KernelBytes),
            Bytes(At(taken.UserAt), taken.UserBytes), taken.UserPointerSize);
    }

    // All that is in use lies behind the payload of the oldest event, for a stack comes behind its event.
    private long Room(int bytes)
    {
        long at = Behind(bytes);
        while (at + bytes - Oldest > _arena.Length && Enlarge())
            at = Behind(bytes);
        while (_first < _end && at + bytes - Oldest > _arena.Length)
            Pop();
        _tail = at + bytes;
        return at;
    }

    private long Oldest => _first < _end ? _ring[Place(_first)].PayloadAt : _tail;

    // The next place where bytes lie in one piece.
    private long Behind(int bytes)
    {
        int inRound = At(_tail);
        return inRound + bytes > _arena.Length ? _tail + (_arena.Length - inRound) : _tail;
    }

    private bool Widen()
    {
        if (_ring.Length >= _mostEvents)
            return false;
        Pending[] wider = new Pending[_ring.Length * 2];
        for (long at = _first; at < _end; at++)
            wider[(int)(at & (wider.Length - 1))] = _ring[Place(at)];
        _ring = wider;
        return true;
    }

    // Places stay as they are: what lies in one piece of the smaller one does so in the larger one.
    private bool Enlarge()
    {
        if (_arena.Length >= _mostBytes)
            return false;
        byte[] larger = GC.AllocateUninitializedArray<byte>(_arena.Length * 2);
        int count;
        for (long from = Oldest; from < _tail; from += count)
        {
            count = (int)Math.Min(_tail - from, _arena.Length - At(from));
            _arena.AsSpan(At(from), count).CopyTo(larger.AsSpan((int)(from & (larger.Length - 1))));
        }

        _arena = larger;
        return true;
    }

    private int Place(long number) => (int)(number & (_ring.Length - 1));

    private int At(long place) => (int)(place & (_arena.Length - 1));

    private Span<byte> Bytes(int at, int count) => count == 0 ? default : _arena.AsSpan(at, count);

    private struct Pending
    {
        public EventMetadata Kind;
        public long Ticks;
        public long PayloadAt;
        public int PayloadBytes;
        public long KernelAt;
        public long UserAt;
        public int KernelBytes;
        public int UserBytes;
        public int Pid;
        public int Thread;
        public ushort Processor;
        public byte PointerSize;
        public byte UserPointerSize;
        public bool HasActivity;
    }
}
