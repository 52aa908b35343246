using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Tests.Sources.Heap;

/// <summary>A heap of one segment that a test lays out object by object, with the books of what is in it.</summary>
internal sealed class SyntheticHeap
{
    public const ulong Start = 0x7f00_0000_0000;

    private readonly byte[] _bytes;
    private readonly SyntheticTypes _types;
    private readonly List<AddressRange> _contexts = [];
    private readonly List<(HeapGeneration, AddressRange)> _generations = [];
    private ulong _generationStart = Start;

    public SyntheticHeap(SyntheticTypes types, int capacity)
    {
        _types = types;
        _bytes = new byte[capacity];
        Next = Start;
    }

    /// <summary>Where the next object goes.</summary>
    public ulong Next { get; private set; }

    /// <summary>Starts of the objects.</summary>
    public List<ulong> Objects { get; } = [];

    /// <summary>Count and size by type and generation.</summary>
    public SortedDictionary<(ulong Type, HeapGeneration Generation), (long Count, long SizeBytes)> Books { get; } = [];

    public long ContextBytes { get; private set; }

    /// <summary>Random objects and contexts until the space is used up.</summary>
    public static SyntheticHeap Random(Random random, SyntheticTypes types, int capacity, HeapGeneration generation)
    {
        SyntheticHeap heap = new(types, capacity);
        while (heap.TryAddRandom(random, generation))
        {
        }

        heap.EndGeneration(generation);
        return heap;
    }

    /// <summary>Adds an object whose fields are random, also values that are method tables.</summary>
    public void Add(ulong type, uint components, HeapGeneration generation, Random random)
    {
        ulong size = _types.SizeOf(type, components);
        Span<byte> body = _bytes.AsSpan((int)(Next - Start), (int)size);
        random.NextBytes(body);
        BitConverter.TryWriteBytes(body, type | (uint)random.Next(8));
        if (size >= 32 && random.Next(4) == 0)
            BitConverter.TryWriteBytes(body[16..], _types.All[random.Next(_types.All.Count)]);
        if (_types.HasComponents(type))
            BitConverter.TryWriteBytes(body[8..], components);
        Books.TryGetValue((type, generation), out (long Count, long SizeBytes) row);
        Books[(type, generation)] = (row.Count + 1, row.SizeBytes + (long)size);
        Objects.Add(Next);
        Next += size;
    }

    /// <summary>Adds an allocation context with so many unused bytes; whatever stands in them is no object.</summary>
    public void AddContext(ulong unused)
    {
        _contexts.Add(new AddressRange(Next, Next + unused));
        Leave(unused + 24);
    }

    /// <summary>Leaves bytes that hold no object and are not listed as a context.</summary>
    public void Leave(ulong bytes)
    {
        ContextBytes += (long)bytes;
        Next += bytes;
    }

    public void EndGeneration(HeapGeneration generation)
    {
        _generations.Add((generation, new AddressRange(_generationStart, Next)));
        _generationStart = Next;
    }

    public SyntheticMemory Memory() => new(Start, _bytes.AsSpan(0, (int)(Next - Start)).ToArray());

    public HeapMap Map() => new()
    {
        CanWalk = true,
        IsServer = false,
        HeapCount = 1,
        HasRegions = false,
        DynamicAdaptation = null,
        FreeMethodTable = SyntheticTypes.Free,
        AllocationContexts = _contexts,
        Segments =
        [
            new HeapSegment { Id = 1, HeapIndex = 0, Kind = "ephemeral", Objects = new AddressRange(Start, Next), CommittedBytes = (long)(Next - Start), Generations = _generations },
        ],
    };

    private bool TryAddRandom(Random random, HeapGeneration generation)
    {
        ulong type = _types.All[random.Next(_types.All.Count)];
        uint components = _types.HasComponents(type) ? (uint)(random.Next(20) == 0 ? random.Next(20_000) : random.Next(40)) : 0;
        ulong space = (ulong)_bytes.Length - (Next - Start);
        if (_types.SizeOf(type, components) + 8_300 > space)
            return false;
        Add(type, components, generation, random);
        if (random.Next(200) == 0)
            AddContext((ulong)random.Next(1, 1_000) * 8);
        if (random.Next(500) == 0 && _generations.Count < 2)
            EndGeneration(generation);
        return true;
    }
}
