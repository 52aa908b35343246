using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>A process of a trace.</summary>
/// <param name="number">Its number in the recording, from 1.</param>
/// <param name="pid">Its number at the operating system; -1 stands for all whose process is not told.</param>
/// <param name="space">Its code.</param>
/// <param name="fromNs">When it began; the least number where that was before the trace.</param>
internal sealed class TraceProcess(uint number, int pid, AddressSpace space, long fromNs)
{
    private readonly ChainNumbers _chains = new();
    private int _epoch = space.Epoch;

    public uint Number { get; } = number;

    public int Pid { get; } = pid;

    public AddressSpace Space { get; } = space;

    /// <summary>Files that it has mapped as data; null where none was told.</summary>
    public AddressSpace? Data { get; set; }

    public long FromNs { get; } = fromNs;

    /// <summary>The last name of its first thread, up to 15 bytes; null until it is told.</summary>
    public string? Name { get; set; }

    /// <summary>Number of the process that started it; null until it is told.</summary>
    public int? ParentPid { get; set; }

    /// <summary>Whether it has mapped the library of a .NET runtime.</summary>
    public bool HasRuntime { get; set; }

    /// <summary>Version in the path of that library; null where there is none.</summary>
    public string? RuntimeVersion { get; set; }

    /// <summary>Whether it ended before the recording began, and nothing of it came later: what is not in the recording has no row.</summary>
    public bool EndedBefore { get; set; }

    /// <summary>The stacks of its call chains, as long as its addresses mean the same.</summary>
    public ChainNumbers Chains
    {
        get
        {
            if (_epoch != Space.Epoch)
                Forget();
            return _chains;
        }
    }

    /// <summary>Finds what is mapped at an address, data or code.</summary>
    public bool TryFindFile(ulong address, out CodeMapping mapping)
    {
        mapping = default;
        return address != 0 && ((Data is { } data && data.TryFind(address, out mapping)) || Space.TryFind(address, out mapping));
    }

    /// <summary>Forgets its call chains: it has ended, or another program began in it.</summary>
    public void Forget()
    {
        _chains.Clear();
        _epoch = Space.Epoch;
    }
}
