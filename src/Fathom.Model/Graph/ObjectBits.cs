using System.Numerics;

namespace Fathom.Model.Graph;

/// <summary>A set of objects of one graph: one bit per object.</summary>
public sealed class ObjectBits
{
    private readonly ulong[] _words;

    /// <summary>Makes an empty set.</summary>
    /// <param name="objectCount">Objects of the graph.</param>
    public ObjectBits(int objectCount)
    {
        Length = objectCount;
        _words = new ulong[(objectCount + 63) / 64];
    }

    /// <summary>Objects of the graph, in the set or not.</summary>
    public int Length { get; }

    /// <summary>For loops over all objects: 64 objects per word, the lowest bit first; bits behind the last object are 0.</summary>
    public ReadOnlySpan<ulong> Words => _words;

    /// <summary>Whether an object is in the set.</summary>
    public bool this[uint number] => (_words[number >> 6] & (1UL << (int)(number & 63))) != 0;

    /// <summary>Puts an object into the set; false when it was there.</summary>
    public bool Add(uint number)
    {
        ref ulong word = ref _words[number >> 6];
        ulong bit = 1UL << (int)(number & 63);
        if ((word & bit) != 0)
            return false;
        word |= bit;
        return true;
    }

    /// <summary>The objects in the set, in the order of their numbers. It must not change meanwhile.</summary>
    public IEnumerable<uint> Members()
    {
        for (int i = 0; i < _words.Length; i++)
        {
            for (ulong rest = _words[i]; rest != 0; rest &= rest - 1)
                yield return ((uint)i * 64) + (uint)BitOperations.TrailingZeroCount(rest);
        }
    }

    /// <summary>Objects in the set.</summary>
    public int Count()
    {
        int count = 0;
        foreach (ulong word in _words)
            count += BitOperations.PopCount(word);
        return count;
    }
}
