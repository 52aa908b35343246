namespace Fathom.Sources.Traces.Perf;

/// <summary>The processes that a recording is about: those that were named, and all that descend from them.</summary>
/// <param name="all">The processes of the trace.</param>
/// <param name="named">Numbers of those that were named; none where it is about all.</param>
internal sealed class RecordedPrograms(IReadOnlyList<TraceProcess> all, IReadOnlyList<int> named)
{
    private readonly HashSet<int> _pids = named.Count == 0 ? [] : WithDescendants(all, named);

    /// <summary>Whether it is about a process; null where none was named.</summary>
    public bool? Has(TraceProcess process) => named.Count == 0 ? null : _pids.Contains(process.Pid);

    private static HashSet<int> WithDescendants(IReadOnlyList<TraceProcess> all, IReadOnlyList<int> named)
    {
        ILookup<int, int> children = all.Where(static process => process.ParentPid is not null).ToLookup(static process => process.ParentPid!.Value, static process => process.Pid);
        HashSet<int> found = [];
        Queue<int> open = new(named);
        while (open.TryDequeue(out int pid))
        {
            if (!found.Add(pid))
                continue;
            foreach (int child in children[pid])
                open.Enqueue(child);
        }

        return found;
    }
}
