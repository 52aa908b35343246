using Fathom.Model.Profiles;

namespace Fathom.Sources.Traces.Profiles;

/// <summary>
/// Makes times of compilations from their beginnings and ends. Compiling one method may run code that needs another one compiled: so there can be several at a time on
/// a thread, and the inner ends first.
/// </summary>
/// <param name="trace">Takes those that ended.</param>
internal sealed class CompilationPairs(RuntimeTrace trace)
{
    private readonly Dictionary<long, List<(ulong Method, long Ns)>> _open = [];

    /// <summary>A thread begins to compile a method.</summary>
    public void Start(long threadId, ulong method, long ns)
    {
        if (!_open.TryGetValue(threadId, out List<(ulong, long)>? begun))
            _open.Add(threadId, begun = []);
        begun.Add((method, ns));
        trace.UnfinishedCompilations++;
    }

    /// <summary>A thread has got code for a method; what it began later and did not end never will. Code that was not begun here came from a file, or began before the session.</summary>
    public void End(long threadId, ulong method, long ns)
    {
        if (!_open.TryGetValue(threadId, out List<(ulong Method, long Ns)>? begun))
            return;
        int at = begun.FindLastIndex(one => one.Method == method);
        if (at < 0)
            return;
        trace.Compilations.Add(new TracedCompilation(threadId, new TimeSlice(begun[at].Ns, ns)));
        trace.UnfinishedCompilations--;
        begun.RemoveRange(at, begun.Count - at);
    }
}
