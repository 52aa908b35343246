using Fathom.Capture.Triggers;
using Fathom.Model.Dumps;

namespace Fathom.Capture.Dumps;

/// <summary>A dump that was written.</summary>
/// <param name="Path">Path of the file.</param>
/// <param name="Kind">How much it holds.</param>
/// <param name="SizeBytes">Its size.</param>
/// <param name="Pause">How long the process stood still.</param>
/// <param name="IsVerified">Whether it was opened and walked without a fault.</param>
/// <param name="Cause">What led to it; null where it was asked for at once.</param>
/// <param name="CauseDelay">From the cause to the stop of the process; null where that is not known.</param>
public sealed record DumpTaken(string Path, DumpKind Kind, long SizeBytes, TimeSpan Pause, bool IsVerified, TriggerCause? Cause, TimeSpan? CauseDelay);
