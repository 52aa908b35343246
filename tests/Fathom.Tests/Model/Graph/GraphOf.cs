using Fathom.Model.Graph;

namespace Fathom.Tests.Model.Graph;

/// <summary>Small graphs written by hand, or drawn at random.</summary>
internal sealed class GraphOf : IObjectAddresses
{
    /// <summary>Address of object 0; every object takes 256 bytes of address space.</summary>
    public const ulong FirstAddress = 0x7000_0000_0000;

    private const ulong Step = 256;

    private readonly List<(string Type, int SizeBytes)> _objects = [];
    private readonly List<(uint From, uint To)> _references = [];
    private readonly List<(uint From, uint To)> _dependents = [];
    private readonly List<GraphRoot> _roots = [];

    public uint Object(string type = "Node", int sizeBytes = 24)
    {
        _objects.Add((type, sizeBytes));
        return (uint)_objects.Count - 1;
    }

    public GraphOf Objects(int count, string type = "Node", int sizeBytes = 24)
    {
        for (int i = 0; i < count; i++)
            Object(type, sizeBytes);
        return this;
    }

    public GraphOf Reference(uint from, params uint[] to)
    {
        foreach (uint target in to)
            _references.Add((from, target));
        return this;
    }

    public GraphOf Dependent(uint from, uint to)
    {
        _dependents.Add((from, to));
        return Reference(from, to);
    }

    public GraphOf Root(uint number, RootKind kind = RootKind.Static, string? holder = null)
    {
        _roots.Add(new GraphRoot(number, kind, holder));
        return this;
    }

    public ObjectGraph Build()
    {
        List<GraphType> types = [];
        uint[] typeOf = new uint[_objects.Count];
        for (int i = 0; i < _objects.Count; i++)
        {
            int index = types.FindIndex(type => type.Name == _objects[i].Type);
            if (index < 0)
            {
                index = types.Count;
                types.Add(new GraphType((uint)index + 1, _objects[i].Type, _objects[i].Type.StartsWith("System.", StringComparison.Ordinal) ? "System.Private.CoreLib.dll" : "app.dll"));
            }

            typeOf[i] = (uint)index;
        }

        uint[] first = new uint[_objects.Count + 1];
        List<uint> all = [];
        for (uint i = 0; i < _objects.Count; i++)
        {
            first[i] = (uint)all.Count;
            all.AddRange(_references.Where(reference => reference.From == i).Select(reference => reference.To));
        }

        first[^1] = (uint)all.Count;
        uint[] sizes = [.. _objects.Select(one => (uint)(one.SizeBytes / ObjectGraph.SizeUnit))];
        return new ObjectGraph(typeOf, sizes, first, [.. all], this, types, [.. _roots.OrderBy(root => root.Kind)]) { Dependents = new DependentEdges(_dependents) };
    }

    /// <summary>A graph with unreachable objects, loops, several equal references and several roots, small enough for brute force.</summary>
    public static ObjectGraph Random(Random random)
    {
        GraphOf graph = new();
        int count = random.Next(1, 14);
        for (int i = 0; i < count; i++)
            graph.Object($"T{random.Next(4)}", 24 + (8 * random.Next(10)));
        for (int references = random.Next(0, 3 * count); references > 0; references--)
            graph.Reference((uint)random.Next(count), (uint)random.Next(count));
        for (int roots = random.Next(0, 4); roots > 0; roots--)
            graph.Root((uint)random.Next(count), (RootKind)random.Next(0, 11));
        return graph.Build();
    }

    public ulong AddressOf(uint number) => FirstAddress + (number * Step);

    public bool TryFind(ulong address, out uint number)
    {
        number = (uint)((address - FirstAddress) / Step);
        return address >= FirstAddress && number < _objects.Count && AddressOf(number) == address;
    }
}
