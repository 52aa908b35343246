using Fathom.Sources.Targets.Dumps;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>Counts with ClrMD, object by object and field by field, what an inspection counts in its walk.</summary>
internal sealed class InspectionOracle
{
    public long Timers { get; private set; }

    public long Sources { get; private set; }

    public SortedDictionary<string, long> Tasks { get; } = [];

    public SortedDictionary<string, long> Arrays { get; } = [];

    /// <summary>Sparse arrays of HeapFindings.Item, and their waste, without the one that a list has as its room.</summary>
    public (long Count, long WastedBytes) SparseItems { get; private set; }

    /// <summary>Lists by type: all, and those without elements.</summary>
    public SortedDictionary<string, (long Count, long EmptyCount)> Lists { get; } = [];

    public static InspectionOracle Of(string core)
    {
        using CoreTarget target = CoreTarget.Open(core, null);
        InspectionOracle oracle = new();
        foreach (ClrSegment segment in target.Runtime.Heap.Segments)
        {
            foreach (ClrObject one in segment.EnumerateObjects())
            {
                if (!one.IsFree && segment.GetGeneration(one) != Generation.Generation0)
                    oracle.Add(one);
            }
        }

        return oracle;
    }

    private void Add(ClrObject one)
    {
        ClrType type = one.Type!;
        string name = type.Name!;
        if (type.IsArray)
            AddArray(one, name);
        else if (name == "System.Threading.TimerQueueTimer")
            Timers += one.ReadField<uint>("_dueTime") != uint.MaxValue && !one.ReadField<bool>("_canceled") ? 1 : 0;
        else if (IsA(type, "System.Threading.CancellationTokenSource"))
            Sources += one.ReadField<int>("_state") == 0 && !one.ReadField<bool>("_disposed") ? 1 : 0;
        else if (IsA(type, "System.Threading.Tasks.Task") && (one.ReadField<int>("m_stateFlags") & 0x160_0000) == 0)
            Count(Tasks, name);
        else if (name.StartsWith("System.Collections.Generic.List<", StringComparison.Ordinal) && type.GetFieldByName("_items") is not null)
            AddList(one, name);
    }

    private void AddArray(ClrObject one, string name)
    {
        Count(Arrays, name);
        if (name != "HeapFindings.Item[]")
            return;
        ClrArray array = one.AsArray();
        int nulls = Enumerable.Range(0, array.Length).Count(i => array.GetObjectValue(i).IsNull);
        if (array.Length >= 32 && (array.Length - nulls) * 4 <= array.Length)
            SparseItems = (SparseItems.Count + 1, SparseItems.WastedBytes + (nulls * 8L));
    }

    private void AddList(ClrObject one, string name)
    {
        Lists.TryGetValue(name, out (long Count, long EmptyCount) sum);
        Lists[name] = (sum.Count + 1, sum.EmptyCount + (one.ReadField<int>("_size") == 0 ? 1 : 0));
    }

    private static bool IsA(ClrType type, string name)
    {
        for (ClrType? at = type; at is not null; at = at.BaseType)
        {
            if (at.Name == name)
                return true;
        }

        return false;
    }

    private static void Count(SortedDictionary<string, long> counts, string name)
    {
        counts.TryGetValue(name, out long count);
        counts[name] = count + 1;
    }
}
