using Fathom.Formats.PerfData.Records;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Sources.Traces.Live;

/// <summary>Makes call chains of copied stacks while they are recorded. For one thread.</summary>
public sealed class LiveStacks : IDisposable
{
    private readonly LiveProcesses _processes = new();
    private readonly LiveFrameFiles _files = new();
    private readonly DumpedStacks _stacks;

    /// <summary>Begins.</summary>
    public LiveStacks() => _stacks = new DumpedStacks(_files);

    /// <summary>Files that were left out because of their size: frames in them could not be passed.</summary>
    public long LeftOutFiles => _files.LeftOutCount;

    /// <inheritdoc cref="DumpedStacks.ExactFrames"/>
    public int ExactFrames => _stacks.ExactFrames;

    /// <summary>Takes what a record tells of processes and mappings; others are passed over.</summary>
    public void On(in PerfRecord record) => _processes.On(in record);

    /// <summary>The call chain of a sample with registers and stack; valid until the next one is asked for. Nothing is allocated, unless a process or a file is met for the first time.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="ends">Counts how it ended.</param>
    public ReadOnlySpan<ulong> ChainOf(scoped in PerfSample sample, StackEnds ends)
    {
        LiveProcess process = _processes.Of(sample.Pid);
        ReadOnlySpan<ulong> chain = _stacks.ChainOf(in sample, process.Space, process.Compiled);

        // Records of other processors come later, and may tell of code that was mapped before.
        if (_stacks.LastEnd == StackEnd.NoCode && _processes.TryRead(sample.Pid, process))
            chain = _stacks.ChainOf(in sample, process.Space, process.Compiled);
        ends.Add(_stacks);
        return chain;
    }

    /// <inheritdoc/>
    public void Dispose() => _files.Dispose();
}
