namespace Fathom.Model.Graph;

/// <summary>
/// The objects of one heap and the references between them, as numbers. Objects are numbered from 0 in the order of their addresses; free
/// blocks are no objects. The graph is complete before it is used and does not change.
/// </summary>
/// <remarks>
/// References are stored as one list for all objects (compressed sparse rows): those of object n are the entries from
/// <c>FirstReference[n]</c> to <c>FirstReference[n + 1]</c>. A reference of a dependent handle, from its first to its second object, is an
/// entry like any other, so that whoever follows references needs no rule for them; <see cref="Dependents"/> tells which they are.
/// </remarks>
public sealed class ObjectGraph
{
    private readonly uint[] _types;
    private readonly uint[] _sizeUnits;
    private readonly uint[] _firstReference;
    private readonly uint[] _references;
    private readonly int _sizeUnit;

    /// <summary>Bytes of one unit of size: every object of a 64-bit heap occupies a multiple of it.</summary>
    public const int SizeUnit = 8;

    /// <summary>Makes a graph of arrays that it takes over.</summary>
    /// <param name="types">Index into <paramref name="typeInfo"/>, per object.</param>
    /// <param name="sizeUnits">Bytes that each object occupies, divided by <see cref="SizeUnit"/>.</param>
    /// <param name="firstReference">Per object its first entry in <paramref name="references"/>, and at the end the count of entries.</param>
    /// <param name="references">Numbers of referenced objects; null references are left out.</param>
    /// <param name="addresses">Addresses of the objects.</param>
    /// <param name="typeInfo">The types.</param>
    /// <param name="roots">What keeps objects alive from outside the heap, the most telling first.</param>
    public ObjectGraph(
        uint[] types,
        uint[] sizeUnits,
        uint[] firstReference,
        uint[] references,
        IObjectAddresses addresses,
        IReadOnlyList<GraphType> typeInfo,
        IReadOnlyList<GraphRoot> roots)
    {
        if (sizeUnits.Length != types.Length || firstReference.Length != types.Length + 1)
            throw new ArgumentException("The arrays of a graph do not fit together.", nameof(firstReference));
        ObjectCount = types.Length;
        _types = types;
        _sizeUnits = sizeUnits;
        _firstReference = firstReference;
        _references = references;
        Addresses = addresses;
        Types = typeInfo;
        Roots = roots;
        _sizeUnit = SizeUnit;
        Work = new WorkArrays(ObjectCount + 2);
    }

    /// <summary>Makes a graph of arrays that it takes over and that may be longer than what is in them.</summary>
    /// <param name="objectCount">Objects.</param>
    /// <param name="types">Index into <paramref name="typeInfo"/>, per object.</param>
    /// <param name="sizeUnits">Bytes that each object occupies, divided by <see cref="SizeUnit"/>.</param>
    /// <param name="firstReference">Per object its first entry in <paramref name="references"/>, and behind the last object the count of entries.</param>
    /// <param name="references">Numbers of referenced objects; null references are left out.</param>
    /// <param name="addresses">Addresses of the objects.</param>
    /// <param name="typeInfo">The types.</param>
    /// <param name="roots">What keeps objects alive from outside the heap, the most telling first.</param>
    /// <param name="sizeUnit">Bytes of one unit of size, where the source has other objects than those of a 64-bit heap.</param>
    public ObjectGraph(
        int objectCount,
        uint[] types,
        uint[] sizeUnits,
        uint[] firstReference,
        uint[] references,
        IObjectAddresses addresses,
        IReadOnlyList<GraphType> typeInfo,
        IReadOnlyList<GraphRoot> roots,
        int sizeUnit = SizeUnit)
    {
        if (types.Length < objectCount || sizeUnits.Length < objectCount || firstReference.Length <= objectCount || references.Length < firstReference[objectCount])
            throw new ArgumentException("The arrays of a graph do not fit together.", nameof(firstReference));
        ObjectCount = objectCount;
        _types = types;
        _sizeUnits = sizeUnits;
        _firstReference = firstReference;
        _references = references;
        Addresses = addresses;
        Types = typeInfo;
        Roots = roots;
        _sizeUnit = sizeUnit;
        Work = new WorkArrays(ObjectCount + 2);
    }

    /// <summary>Objects.</summary>
    public int ObjectCount { get; }

    /// <summary>References that are not null.</summary>
    public long ReferenceCount => _firstReference[ObjectCount];

    /// <summary>Addresses of the objects.</summary>
    public IObjectAddresses Addresses { get; }

    /// <summary>The types, by the indices of <see cref="TypeOf"/>.</summary>
    public IReadOnlyList<GraphType> Types { get; }

    /// <summary>What keeps objects alive from outside the heap, the most telling first; an object may be here several times.</summary>
    public IReadOnlyList<GraphRoot> Roots { get; }

    /// <summary>What it lacks of the heap's references.</summary>
    public GraphGaps Gaps { get; init; } = GraphGaps.None;

    /// <summary>Which references are those of dependent handles.</summary>
    public DependentEdges Dependents { get; init; } = DependentEdges.None;

    /// <summary>For loops over all objects: per object its first entry in <see cref="References"/>, and at the end the count of entries.</summary>
    public ReadOnlySpan<uint> FirstReference => _firstReference.AsSpan(0, ObjectCount + 1);

    /// <summary>For loops over all references: the referenced objects.</summary>
    public ReadOnlySpan<uint> References => _references.AsSpan(0, (int)ReferenceCount);

    /// <summary>Working memory for computations: arrays of one number per object and two more.</summary>
    internal WorkArrays Work { get; }

    /// <summary>Bytes of one unit of <see cref="SizeUnitsOf"/>.</summary>
    internal int BytesPerSizeUnit => _sizeUnit;

    /// <summary>Index of an object's type.</summary>
    public uint TypeOf(uint number) => _types[number];

    /// <summary>Bytes that an object occupies.</summary>
    public long SizeOf(uint number) => (long)_sizeUnits[number] * _sizeUnit;

    /// <summary>Units that an object occupies.</summary>
    internal uint SizeUnitsOf(uint number) => _sizeUnits[number];

    /// <summary>The objects that an object refers to, in the order of its fields or elements; one may be there several times.</summary>
    public ReadOnlySpan<uint> ReferencesOf(uint number)
    {
        uint first = _firstReference[number];
        return _references.AsSpan((int)first, (int)(_firstReference[number + 1] - first));
    }

    /// <summary>Whether an object holds another one by a dependent handle only, and by none of its fields.</summary>
    public bool IsDependent(uint from, uint to)
    {
        int handles = Dependents.Count(from, to);
        return handles > 0 && handles >= ReferencesOf(from).Count(to);
    }
}
