using Fathom.Formats.PerfData.Events;

namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>A system call that has not returned.</summary>
/// <param name="Pid">The process.</param>
/// <param name="Tid">The thread.</param>
/// <param name="Number">Number of the call.</param>
/// <param name="Kind">What it is recorded as.</param>
/// <param name="StartNs">When it began, on the clock of the samples.</param>
/// <param name="Arguments">Its arguments.</param>
internal readonly record struct PendingCall(int Pid, int Tid, int Number, SystemCallKind Kind, long StartNs, IReadOnlyList<ulong> Arguments);
