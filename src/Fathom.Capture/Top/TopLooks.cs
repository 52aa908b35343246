using System.Diagnostics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Top;

/// <summary>Looks at all processes of a kind again and again; those that begin meanwhile join, and those that end leave.</summary>
/// <param name="find">Finds the processes; its argument says which pids it leaves out.</param>
/// <param name="withEvents">Whether each runtime is asked for its counters by an event session.</param>
public sealed class TopLooks(Func<Func<int, bool>, IReadOnlyList<ProcessFacts>> find, bool withEvents) : IDisposable
{
    // A starting program has no runtime yet. An old process may still execute a .NET program, so it is inspected now and then.
    private const int LooksAtFirst = 8, LooksBetween = 16;

    private static readonly TimeSpan s_findAgain = TimeSpan.FromSeconds(2);

    private readonly Dictionary<int, TopProcess> _processes = [];
    private Dictionary<int, int> _seen = [];
    private long _foundAt;

    /// <summary>Whether each runtime that was asked has told its counters once, or said that it does not.</summary>
    public bool IsSettled => _processes.Values.All(static process => process.Link?.IsSettled ?? true);

    /// <summary>Why processes have no figures of their runtime, by their numbers.</summary>
    public IEnumerable<(ProcessFacts Process, string Reason)> Problems =>
        from process in _processes.Values
        where process.Link?.Problem is not null
        select (process.Facts, process.Link!.Problem!);

    /// <summary>The process whose threads are shown with their states; null for none.</summary>
    public int? ShownPid { get; set; }

    /// <summary>What each did since the look before, in no order. The first look at a process has no figures of a time.</summary>
    public IReadOnlyList<TopRow> Look()
    {
        if (_foundAt == 0 || Stopwatch.GetElapsedTime(_foundAt) >= s_findAgain)
            Find();
        List<TopRow> rows = [];
        foreach ((int pid, TopProcess process) in _processes.ToArray())
        {
            if (process.Look(pid == ShownPid) is { } row)
                rows.Add(row);
            else
                Leave(pid, process);
        }

        return rows;
    }

    /// <summary>What the threads of a process did between the last two looks, and how long that was; null where it is gone.</summary>
    /// <param name="pid">Number of the process (pid).</param>
    public (IReadOnlyList<ThreadUse> Uses, TimeSpan Elapsed)? Threads(int pid) =>
        _processes.TryGetValue(pid, out TopProcess? found) ? (found.Uses, found.Elapsed) : null;

    /// <inheritdoc/>
    public void Dispose()
    {
        Parallel.ForEach(_processes.Values, static process => process.Dispose());
        _processes.Clear();
    }

    // Another one may have its number by now.
    private void Leave(int pid, TopProcess process)
    {
        _processes.Remove(pid);
        process.Dispose();
    }

    private void Find()
    {
        Dictionary<int, int> seen = [];
        foreach (ProcessFacts facts in find(IsLeftOut))
        {
            if (!_processes.ContainsKey(facts.Pid) && TopProcess.Begin(facts, withEvents) is { } process)
                _processes.Add(facts.Pid, process);
        }

        _seen = seen;

        _foundAt = Stopwatch.GetTimestamp();

        // Each number is asked about once, so those that are gone are forgotten.
        bool IsLeftOut(int pid)
        {
            int looks = _seen.GetValueOrDefault(pid);
            seen[pid] = looks + 1;
            return _processes.ContainsKey(pid) || (looks >= LooksAtFirst && looks % LooksBetween != 0);
        }
    }
}
