namespace Fathom.Sources.Machine.Processes;

/// <summary>Tells when processes of this machine were started. For one thread.</summary>
public sealed class ProcessStarts : IDisposable
{
    private readonly ProcReader _reader = new("/proc");
    private readonly BootClock _clock = BootClock.Now();

    /// <summary>Nanoseconds from the start of the machine to that of a process; null where it has gone, or cannot be read.</summary>
    public long? SinceBootNs(int processId) => ProcStat.TryRead(_reader, processId, out ProcStat stat) ? _clock.SinceBootNs(stat.StartTicks) : null;

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();
}
