namespace Fathom.Sources.Traces.Rows;

/// <summary>The numbers that processes and threads have in a recording, which may have been made of several traces.</summary>
internal interface ITraceNumbers
{
    /// <summary>The number of a process.</summary>
    /// <param name="pid">Its number at the operating system.</param>
    /// <param name="isNew">Whether no other trace of the recording tells of it.</param>
    uint ProcessOf(int pid, out bool isNew);

    /// <summary>The number of a thread.</summary>
    /// <param name="process">The number of its process.</param>
    /// <param name="tid">Its number at the operating system.</param>
    /// <param name="isNew">Whether no other trace of the recording tells of it.</param>
    uint ThreadOf(uint process, int tid, out bool isNew);
}
