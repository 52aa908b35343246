using Fathom.Model.Graph;

namespace Fathom.Tests.Sources.Heap.Graph.Oracle;

/// <summary>A graph of ours beside ClrMD's, object by object.</summary>
internal sealed class GraphComparison
{
    private const int Told = 10;

    private readonly HashSet<ulong> _types = [];
    private readonly HashSet<ulong> _wrongTypes = [];

    /// <summary>Compares objects, types, sizes, references and what is alive.</summary>
    public GraphComparison(ObjectGraph graph, ClrMdGraph oracle, CancellationToken stop)
    {
        ObjectBits live = Reachability.FromRoots(graph, stop);
        Objects = oracle.Addresses.Length;
        if (graph.ObjectCount != Objects)
            Wrong.Add($"{graph.ObjectCount} objects, not {Objects}");
        List<int> references = [];
        for (int number = 0; number < Math.Min(Objects, graph.ObjectCount); number++)
        {
            uint ours = (uint)number;
            if (graph.Addresses.AddressOf(ours) != oracle.Addresses[number] || graph.SizeOf(ours) != oracle.Sizes[number] || graph.Types[(int)graph.TypeOf(ours)].Name != oracle.TypeNames[number])
                Say($"object {number}: {graph.Addresses.AddressOf(ours):x}, {graph.SizeOf(ours)} bytes, {graph.Types[(int)graph.TypeOf(ours)].Name}; not {Name(oracle, number)}");
            _types.Add(oracle.MethodTables[number]);
            references.Clear();
            foreach (uint target in graph.ReferencesOf(ours))
                references.Add((int)target);
            references.Sort();
            ReadOnlySpan<int> expected = oracle.ReferencesOf(number);
            if (System.Runtime.InteropServices.CollectionsMarshal.AsSpan(references).SequenceEqual(expected))
                EqualReferences += expected.Length;
            else if (_wrongTypes.Add(oracle.MethodTables[number]))
                Say($"{Name(oracle, number)}: {references.Count} references, not {expected.Length}");
            if (live[ours] == oracle.Live[number])
                EqualLive++;
            else
                Say($"{Name(oracle, number)}: {(live[ours] ? "alive" : "dead")}, and not so for ClrMD");
            LiveObjects += oracle.Live[number] ? 1 : 0;
        }
    }

    public int Objects { get; }

    public int LiveObjects { get; }

    public int Types => _types.Count;

    public int EqualTypes => _types.Count - _wrongTypes.Count;

    public long EqualReferences { get; }

    public int EqualLive { get; }

    /// <summary>The first differences, in words.</summary>
    public List<string> Wrong { get; } = [];

    private static string Name(ClrMdGraph oracle, int number) => $"{oracle.TypeNames[number]} at {oracle.Addresses[number]:x} of {oracle.Sizes[number]} bytes";

    private void Say(string sentence)
    {
        if (Wrong.Count < Told)
            Wrong.Add(sentence);
    }
}
