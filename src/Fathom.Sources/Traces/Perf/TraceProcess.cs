namespace Fathom.Sources.Traces.Perf;

/// <summary>A process of a trace.</summary>
/// <param name="number">Its number in the recording, from 1.</param>
/// <param name="pid">Its number at the operating system; -1 stands for all whose process is not told.</param>
/// <param name="space">Its code.</param>
/// <param name="fromNs">When it began; the least number where that was before the trace.</param>
internal sealed class TraceProcess(uint number, int pid, AddressSpace space, long fromNs)
{
    public uint Number { get; } = number;

    public int Pid { get; } = pid;

    public AddressSpace Space { get; } = space;

    public long FromNs { get; } = fromNs;

    /// <summary>The last name of its first thread, up to 15 bytes; null until it is told.</summary>
    public string? Name { get; set; }

    /// <summary>The key under which its call chains are kept: of itself and of what its addresses mean now.</summary>
    public ulong Key => ((ulong)Number << 32) | (uint)Space.Epoch;
}
