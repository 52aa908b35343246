using Fathom.Sources.Heap.Types;

namespace Fathom.Tests.Sources.Heap;

/// <summary>Types made up by a test: free blocks, and types with and without components of many sizes.</summary>
internal sealed class SyntheticTypes : IMethodTableSource
{
    public const ulong Free = 0x10_0000;

    private readonly Dictionary<ulong, (uint BaseSize, uint ComponentSize)> _sizes = new() { [Free] = (24, 1) };

    /// <summary>Questions that were answered with no.</summary>
    public long Refused { get; private set; }

    public IReadOnlyList<ulong> All => [.. _sizes.Keys];

    public static SyntheticTypes Random(Random random, int count)
    {
        SyntheticTypes types = new();
        for (int i = 1; i <= count; i++)
            types.Add(Free + ((ulong)i * 0x38), (uint)random.Next(3, 20) * 8, i % 3 == 0 ? (uint)random.Next(1, 17) : 0);
        return types;
    }

    public void Add(ulong methodTable, uint baseSize, uint componentSize) => _sizes.Add(methodTable, (baseSize, componentSize));

    public bool HasComponents(ulong methodTable) => _sizes[methodTable].ComponentSize > 0;

    public ulong SizeOf(ulong methodTable, uint components)
    {
        (uint baseSize, uint componentSize) = _sizes[methodTable];
        return (baseSize + ((ulong)components * componentSize) + 7) & ~7UL;
    }

    public bool TryGetSizes(ulong address, out uint baseSize, out uint componentSize)
    {
        bool known = _sizes.TryGetValue(address, out (uint BaseSize, uint ComponentSize) sizes);
        (baseSize, componentSize) = sizes;
        Refused += known ? 0 : 1;
        return known;
    }
}
