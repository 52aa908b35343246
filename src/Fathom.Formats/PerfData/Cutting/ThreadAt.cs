namespace Fathom.Formats.PerfData.Cutting;

/// <summary>The state of a thread, as the last event of it told.</summary>
internal sealed class ThreadAt
{
    private ulong[] _chain = [];

    public int Pid { get; set; } = -1;

    public long TimeNs { get; private set; } = long.MinValue;

    public int State { get; private set; }

    public int Syscall { get; private set; } = -1;

    public int ChainLength { get; private set; }

    public ReadOnlySpan<ulong> Chain => _chain.AsSpan(0, ChainLength);

    /// <summary>Takes what an event says, unless a later one was taken before: those of several processors come in any order.</summary>
    public void Set(long timeNs, int state, int syscall, ReadOnlySpan<ulong> chain)
    {
        if (timeNs < TimeNs)
            return;
        (TimeNs, State, Syscall, ChainLength) = (timeNs, state, syscall, chain.Length);
        if (_chain.Length < chain.Length)
            _chain = new ulong[chain.Length * 2];
        chain.CopyTo(_chain);
    }
}
