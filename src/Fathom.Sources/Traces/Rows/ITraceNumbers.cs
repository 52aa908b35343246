namespace Fathom.Sources.Traces.Rows;

/// <summary>The numbers that processes and threads have in a recording, which may have been made of several traces.</summary>
internal interface ITraceNumbers
{
    /// <summary>The number of a process.</summary>
    /// <param name="pid">Its number at the operating system.</param>
    /// <param name="timeNs">When it had that, on the clock of the traces.</param>
    /// <param name="isNew">Whether no other trace of the recording tells of it.</param>
    uint ProcessOf(int pid, long timeNs, out bool isNew);

    /// <summary>The number of a process whose pid another one had that ended.</summary>
    /// <param name="pid">Its number at the operating system.</param>
    /// <param name="timeNs">When it began, on the clock of the traces.</param>
    uint NextOf(int pid, long timeNs);

    /// <summary>The number of a thread, and until when it counts for its number at the operating system; the end is exclusive.</summary>
    /// <param name="process">The number of its process.</param>
    /// <param name="tid">Its number at the operating system.</param>
    /// <param name="timeNs">When it had that, on the clock of the traces.</param>
    /// <param name="isNew">Whether no other trace of the recording tells of it.</param>
    (uint Number, long UntilNs) ThreadOf(uint process, int tid, long timeNs, out bool isNew);
}
