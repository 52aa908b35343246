using System.Globalization;
using Fathom.Model.Graph.Paths;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Patterns;
using Fathom.Model.Recording;

namespace Fathom.Model.Graph.Analyses;

/// <summary>Paths from roots to some objects, merged by their shape.</summary>
public sealed class PathAnalysis : IGraphAnalysis
{
    /// <summary>Paths that are kept, those with the most objects.</summary>
    public const int MostPaths = 10_000;

    // Some seconds.
    private const long MostWork = 10_000_000;

    private readonly string[] _types;
    private readonly ulong? _address;
    private readonly bool _all;

    private PathAnalysis(string[] types, ulong? address, bool all) => (_types, _address, _all) = (types, address, all);

    /// <summary>To all objects of the types whose names fit.</summary>
    /// <param name="patterns">The names, as patterns.</param>
    /// <param name="all">Whether all paths are meant, not only the shortest.</param>
    public static PathAnalysis ToTypes(string[] patterns, bool all = false) => new(patterns, null, all);

    /// <summary>To the object at an address.</summary>
    /// <param name="address">The address.</param>
    /// <param name="all">Whether all paths are meant, not only the shortest.</param>
    public static PathAnalysis ToObject(ulong address, bool all = false) => new([], address, all);

    /// <summary>Its name in table <c>heap_question</c>.</summary>
    public const string View = "paths";

    /// <summary>What is asked, as it stands in table <c>heap_question</c>.</summary>
    public string Question => (_address is { } address ? $"--address {Hex(address)}" : $"--type {string.Join(',', _types)}") + (_all ? " --all" : "");

    /// <inheritdoc/>
    public IReadOnlyList<string> Tables { get; } = [HeapPathRow.Schema.Name, HeapPathStepRow.Schema.Name, HeapQuestionRow.Schema.Name, HeapSuspectRow.Schema.Name];

    /// <inheritdoc/>
    public long WorkingBytes(long objects, long references) => GraphMemory.PathBytes(objects, references, _all);

    /// <inheritdoc/>
    public void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("looking for paths", 0, 0));
        GraphRows rows = new(graph, sink, snapshot.SnapshotId);
        ObjectBits targets = Targets(graph, stop);
        ShortestPaths paths = ShortestPaths.Of(graph, stop);
        MergedPaths merged = _all ? MergedPaths.AllTo(graph, paths, targets, MostWork, stop) : MergedPaths.To(graph, paths, targets, stop);
        foreach (MergedPath path in merged.Paths.Take(MostPaths))
            rows.Write(path, GraphRows.PathQuestion);
        bool hasMore = merged.Paths.Count > MostPaths;
        rows.WriteQuestion(
            View,
            Question,
            merged,
            merged.OverflowCount + (_all ? 0 : merged.Paths.Skip(MostPaths).Sum(static path => path.Count)),
            merged.IsCutOff || (_all && hasMore));
    }

    private ObjectBits Targets(ObjectGraph graph, CancellationToken stop)
    {
        const int CheckEvery = 1 << 20;
        ObjectBits targets = new(graph.ObjectCount);
        if (_address is { } address)
        {
            targets.Add(ObjectAt(graph, address));
            return targets;
        }

        PatternList wanted = new(_types) { AreTypes = true };
        bool[] fits = [.. graph.Types.Select(type => wanted.Matches(type.Name))];
        bool[] exists = new bool[fits.Length];
        bool found = false;
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            if (number % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            uint type = graph.TypeOf(number);
            exists[type] = true;
            if (fits[type])
                found |= targets.Add(number);
        }

        if (found)
            return targets;
        string words = string.Join(',', _types);
        string? near = TypeNames.Near(words, graph.Types.Where((_, index) => exists[index]).Select(static type => type.Name));
        throw FathomException.Target(
            $"No object on the heap has a type named '{words}'.",
            near is null ? "fathom heap SUBJECT lists the types; * and ? are wildcards" : $"did you mean '{near}'?");
    }

    private static uint ObjectAt(ObjectGraph graph, ulong address)
    {
        if (graph.Addresses.TryFind(address, out uint number))
            return number;
        string text = Hex(address);
        if (graph.ObjectCount == 0)
            throw FathomException.Target($"There is no object at {text}; the heap is empty.");
        uint near = Nearest(graph, address);
        ulong start = graph.Addresses.AddressOf(near);
        string where = address > start && address - start < (ulong)graph.SizeOf(near) ? "it lies in" : "the nearest is";
        throw FathomException.Target(
            $"No object starts at {text}; {where} the {graph.Types[(int)graph.TypeOf(near)].Name} at {Hex(start)}.",
            $"--address {Hex(start)}");
    }

    // The last object that starts before the address, or the one behind it where that is nearer.
    private static uint Nearest(ObjectGraph graph, ulong address)
    {
        uint low = 0, high = (uint)graph.ObjectCount;
        while (high - low > 1)
        {
            uint middle = low + ((high - low) / 2);
            if (graph.Addresses.AddressOf(middle) <= address)
                low = middle;
            else
                high = middle;
        }

        ulong start = graph.Addresses.AddressOf(low);
        if (address < start + (ulong)graph.SizeOf(low))
            return low;
        return high < graph.ObjectCount && graph.Addresses.AddressOf(high) - address < address - start ? high : low;
    }

    private static string Hex(ulong address) => string.Create(CultureInfo.InvariantCulture, $"0x{address:x}");
}
