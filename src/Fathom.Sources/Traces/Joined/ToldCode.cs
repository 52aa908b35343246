using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Joined;

/// <summary>What runtimes tell of their code, read before all else: it tells stacks of perf apart, and which process of the machine a runtime runs in.</summary>
internal sealed class ToldCode
{
    private const int MostCompared = 256;

    // Of what a process tells only this is kept: all of its methods are told again when its events are read.
    private readonly Dictionary<string, Dictionary<int, IReadOnlyList<ulong>>> _addresses = [];
    private readonly Dictionary<int, ReusedCode> _reused = [];

    /// <summary>Reads it.</summary>
    /// <param name="events">Files of runtime events.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="Model.FathomException">A file cannot be read.</exception>
    public ToldCode(IReadOnlyList<string> events, CancellationToken stop)
    {
        MethodNames names = new();
        foreach (string path in events)
        {
            Dictionary<int, MethodMap> code = [];
            NetTraceReading.ReadCode(path, names, code, stop);
            _addresses[path] = code.ToDictionary(static one => one.Key, static one => one.Value.Some(MostCompared));
            foreach ((int pid, MethodMap methods) in code)
            {
                if (methods.Changes() is { Any: true } changes)
                    _reused.TryAdd(pid, changes);
            }
        }
    }

    /// <summary>Where processes had code of several methods at one address, by the number that they tell.</summary>
    public IReadOnlyDictionary<int, ReusedCode> Reused => _reused;

    /// <summary>The processes of the machine that the runtimes of a file run in, by the number that they tell; null where it is not known.</summary>
    public Dictionary<int, ProcessFit?> Find(string path, PerfTraceReading machine) => _addresses[path].ToDictionary(
        static one => one.Key,
        one => ProcessMatch.Of(one.Key, one.Value.Count, [.. machine.SharesOf(one.Value).Select(static process => new ProcessFit(process.Pid, process.Number, process.Share))]));
}
