using Fathom.Model;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Targets.Live;

/// <summary>A live target as ClrMD sees it.</summary>
internal sealed class LiveDataReader(int processId, RuntimeModule runtime, LiveMemory memory) : TargetDataReader(processId, runtime)
{
    public override string DisplayName => $"process {ProcessId}";

    /// <summary>
    /// Why memory can no longer be read, or null. Read is called from native code, through which no exception may pass, so the reason
    /// waits here for the caller of ClrMD.
    /// </summary>
    public FathomException? Failure { get; private set; }

    /// <summary>Whether the target stands still.</summary>
    public bool IsStopped { get; set; }

    /// <summary>Is read in place of the target's memory; null for that itself.</summary>
    public ITargetMemory? Overlay { get; set; }

    // Only the thread that stopped the target may read them, and only while it is stopped.
    public override bool GetThreadContext(uint threadID, uint contextFlags, Span<byte> context)
    {
        if (!IsStopped)
            RunningWalks.Note(ProcessId);
        return IsStopped && Numbers.TidOf(threadID) is not 0 and var tid && ThreadRegisters.TryRead(tid, out ThreadRegisters registers) && registers.TryWriteContext(context);
    }

    public override int Read(ulong address, Span<byte> buffer)
    {
        if (Failure is not null)
            return 0;
        try
        {
            return (Overlay ?? memory).Read(address, buffer);
        }
        catch (FathomException e)
        {
            Failure = e;
            return 0;
        }
    }
}
