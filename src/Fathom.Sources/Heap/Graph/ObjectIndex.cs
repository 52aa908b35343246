using System.Numerics;
using System.Runtime.CompilerServices;
using Fathom.Model.Graph;
using Fathom.Sources.Heap.Layout;

namespace Fathom.Sources.Heap.Graph;

/// <summary>
/// Object numbers by address and back, in 12 bytes per 512 bytes of heap: a bit per granule where an object starts, and per 64 bits how many were set
/// before.
/// </summary>
/// <param name="map">Gives the granules.</param>
/// <param name="starts">One bit per granule.</param>
internal sealed class ObjectIndex(GranuleMap map, ulong[] starts) : IObjectAddresses
{
    /// <summary>Given for a granule where no object starts.</summary>
    public const uint None = uint.MaxValue;

    private readonly uint[] _before = Sums(starts);

    public ulong AddressOf(uint number)
    {
        // The last word that has no more than this number of objects before it.
        int low = 0, high = _before.Length;
        while (high - low > 1)
        {
            int middle = (low + high) >>> 1;
            if (_before[middle] <= number)
                low = middle;
            else
                high = middle;
        }

        ulong word = starts[low];
        for (uint skip = number - _before[low]; skip > 0; skip--)
            word &= word - 1;
        return map.AddressOf(((uint)low * 64) + (uint)BitOperations.TrailingZeroCount(word));
    }

    public bool TryFind(ulong address, out uint number)
    {
        number = NumberOf(map.Of(address));
        return number != None;
    }

    /// <summary>The object that starts at a granule, or <see cref="None"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint NumberOf(uint granule)
    {
        ulong word = starts[granule >> 6], bit = 1UL << (int)(granule & 63);
        return (word & bit) == 0 ? None : _before[granule >> 6] + (uint)BitOperations.PopCount(word & (bit - 1));
    }

    /// <summary>The last object that starts at or before an address on its 1 MiB page or an earlier one; false when there is none.</summary>
    public bool TryFindBefore(ulong address, out uint number)
    {
        number = None;
        uint granule = map.Of(address & ~7UL);
        if (granule == 0)
            return false;
        ulong mask = (granule & 63) == 63 ? ulong.MaxValue : (1UL << (int)((granule & 63) + 1)) - 1;
        number = _before[granule >> 6] + (uint)BitOperations.PopCount(starts[granule >> 6] & mask) - 1;
        return number != None;
    }

    /// <summary>Objects that start before the end of a range of the heap.</summary>
    public uint CountBefore(ulong end) => TryFindBefore(end - 8, out uint number) ? number + 1 : 0;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static uint[] Sums(ulong[] words)
    {
        uint[] before = new uint[words.Length];
        uint count = 0;
        for (int i = 0; i < words.Length; i++)
        {
            before[i] = count;
            count += (uint)BitOperations.PopCount(words[i]);
        }

        return before;
    }
}
