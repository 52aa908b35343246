using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;

namespace Fathom.Sources.Heap.Walking;

/// <summary>
/// Method table address to sizes and counters: an open-addressing table in native memory, made for one lookup per object.
/// </summary>
internal sealed unsafe class MethodTableMap : IDisposable
{
    /// <summary>Stands in empty slots. No method table has this address: its low bits are not zero.</summary>
    public const ulong EmptyKey = 1;

    /// <summary>An address times this, shifted right by <see cref="Shift"/>, is the first slot to look at (Fibonacci hashing).</summary>
    public const ulong HashFactor = 0x9E37_79B9_7F4A_7C15;

    /// <summary>Types that are told apart; large programs have a tenth. Memory can claim one for each object, which would take more room than the heap itself.</summary>
    public const int MostTypes = 1 << 18;

    private const int InitialBits = 12;

    private readonly IMethodTableSource _source;
    private MethodTableSlot* _slots;
    private int _bits = InitialBits;
    private int[] _used = new int[256];

    /// <summary>An empty table.</summary>
    /// <param name="source">Asked for addresses that are not in the table.</param>
    public MethodTableMap(IMethodTableSource source)
    {
        _source = source;
        _slots = NewSlots(_bits);
    }

    ~MethodTableMap() => Free();

    /// <summary>Whether no further type is told apart.</summary>
    public bool IsFull => Count == MostTypes;

    /// <summary>Types held.</summary>
    public int Count { get; private set; }

    /// <summary>The sizes of types whose objects differ in size; null as long as nobody asks for them.</summary>
    public SizeBuckets? Sizes { get; private set; }

    /// <summary>First slot; valid until the next type is added.</summary>
    public MethodTableSlot* Slots => _slots;

    /// <summary>How far the product with <see cref="HashFactor"/> is shifted to give the slot number.</summary>
    public int Shift => 64 - _bits;

    /// <summary>Slots minus one.</summary>
    public ulong Mask => (1UL << _bits) - 1;

    /// <summary>The type with the given number, in the order that types were added.</summary>
    public ref MethodTableSlot this[int index] => ref _slots[_used[index]];

    /// <summary>The slot of a method table, or null.</summary>
    public MethodTableSlot* Find(ulong methodTable)
    {
        for (ulong index = (methodTable * HashFactor) >> Shift; ; index = (index + 1) & Mask)
        {
            MethodTableSlot* slot = _slots + index;
            if (slot->MethodTable == methodTable)
                return slot;
            if (slot->MethodTable == EmptyKey)
                return null;
        }
    }

    /// <summary>The slot of a method table, made when it is new; null when there is no method table at the address.</summary>
    public MethodTableSlot* FindOrAdd(ulong methodTable)
    {
        MethodTableSlot* slot = Find(methodTable);
        if (slot is null && Count < MostTypes && _source.TryGetSizes(methodTable, out uint baseSize, out uint componentSize) && baseSize >= HeapLayout.MinBaseSize)
            slot = Add(methodTable, baseSize, componentSize);
        return slot;
    }

    /// <summary>Makes room for the sizes of objects. To be called before the first type is added.</summary>
    public void CountSizes() => Sizes = Count == 0 ? new SizeBuckets() : throw new InvalidOperationException("Types without buckets for sizes are there already.");

    public void Dispose()
    {
        Free();
        Sizes?.Dispose();
        GC.SuppressFinalize(this);
    }

    private MethodTableSlot* Add(ulong methodTable, uint baseSize, uint componentSize)
    {
        // At most half full, so that a lookup rarely goes further than its first slot.
        if ((ulong)(Count + 1) * 2 > Mask)
            Grow();
        MethodTableSlot* slot = Place(new MethodTableSlot
        {
            MethodTable = methodTable,
            BaseSize = baseSize,
            ComponentSize = componentSize,
            Number = (uint)Count,
            Sizes = componentSize == 0 || Sizes is null ? 0 : Sizes.Add(),
        });
        if (Count == _used.Length)
            Array.Resize(ref _used, Count * 2);
        _used[Count++] = (int)(slot - _slots);
        return slot;
    }

    private static MethodTableSlot* NewSlots(int bits)
    {
        int count = 1 << bits;
        MethodTableSlot* slots = (MethodTableSlot*)NativeMemory.AlignedAlloc((nuint)count * (nuint)sizeof(MethodTableSlot), 64);
        new Span<MethodTableSlot>(slots, count).Fill(new MethodTableSlot { MethodTable = EmptyKey });
        return slots;
    }

    private MethodTableSlot* Place(in MethodTableSlot type)
    {
        ulong index = (type.MethodTable * HashFactor) >> Shift;
        while (_slots[index].MethodTable != EmptyKey)
            index = (index + 1) & Mask;
        _slots[index] = type;
        return _slots + index;
    }

    private void Grow()
    {
        MethodTableSlot* old = _slots;
        _bits++;
        _slots = NewSlots(_bits);
        for (int i = 0; i < Count; i++)
            _used[i] = (int)(Place(old[_used[i]]) - _slots);
        NativeMemory.AlignedFree(old);
    }

    private void Free()
    {
        NativeMemory.AlignedFree(_slots);
        _slots = null;
    }
}
