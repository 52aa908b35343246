using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Joined;

/// <summary>The names that the runtimes of processes of a machine have told.</summary>
/// <param name="runtimes">The runtimes, by the numbers that their processes have at the machine.</param>
/// <param name="reused">Where processes had code of several methods at one address, by the same numbers.</param>
/// <param name="lines">Finds source lines.</param>
internal sealed class RuntimeNames(IReadOnlyDictionary<int, TracedProcess> runtimes, IReadOnlyDictionary<int, ReusedCode> reused, ManagedLines lines) : IRuntimeNames
{
    /// <inheritdoc/>
    public bool Knows(int pid) => runtimes.ContainsKey(pid);

    /// <inheritdoc/>
    public PlaceName? NameOf(int pid, ulong address) =>
        runtimes.TryGetValue(pid, out TracedProcess? process) && EventStacks.NameOf(process, ReusedCode.Plain(address), SpanOf(pid, address)) is { } name
            ? name with { Pid = pid }
            : null;

    /// <inheritdoc/>
    public SourceLine? LineOf(int pid, ulong address) =>
        runtimes.TryGetValue(pid, out TracedProcess? process) ? EventStacks.LineOf(lines, process, ReusedCode.Plain(address), SpanOf(pid, address)) : null;

    private (long FromNs, long ToNs) SpanOf(int pid, ulong address) => reused.TryGetValue(pid, out ReusedCode? changes) ? changes.SpanOf(address) : (long.MinValue, long.MaxValue);
}
