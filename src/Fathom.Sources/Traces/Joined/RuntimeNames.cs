using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Joined;

/// <summary>The names that the runtimes of processes of a machine have told.</summary>
/// <param name="runtimes">The runtimes, by the numbers that their processes have at the machine.</param>
/// <param name="reused">Where processes had code of several methods at one address, by the same numbers.</param>
internal sealed class RuntimeNames(IReadOnlyDictionary<int, TracedProcess> runtimes, IReadOnlyDictionary<int, ReusedCode> reused) : IRuntimeNames
{
    /// <inheritdoc/>
    public bool Knows(int pid) => runtimes.ContainsKey(pid);

    /// <inheritdoc/>
    public PlaceName? NameOf(int pid, ulong address)
    {
        if (!runtimes.TryGetValue(pid, out TracedProcess? process))
            return null;
        (long, long) span = reused.TryGetValue(pid, out ReusedCode? changes) ? changes.SpanOf(address) : (long.MinValue, long.MaxValue);
        return EventStacks.NameOf(process, ReusedCode.Plain(address), span);
    }
}
