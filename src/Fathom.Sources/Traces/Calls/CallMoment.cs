namespace Fathom.Sources.Traces.Calls;

/// <summary>Who made a call, when it returned, and where it was made.</summary>
/// <param name="Pid">Number of the process at the operating system.</param>
/// <param name="Process">Number of the process in the recording.</param>
/// <param name="Thread">Number of the thread in the recording; 0 where it has none.</param>
/// <param name="TimeNs">When it returned.</param>
/// <param name="OriginNs">The first time stamp of the trace.</param>
/// <param name="Stack">Its stack; 0 for none.</param>
internal readonly record struct CallMoment(int Pid, uint Process, uint Thread, long TimeNs, long OriginNs, uint Stack);
