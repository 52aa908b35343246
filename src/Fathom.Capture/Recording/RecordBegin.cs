using Fathom.Recorder.Kernel;

namespace Fathom.Capture.Recording;

/// <summary>A recording has begun.</summary>
/// <param name="IsWholeMachine">Whether all of the machine is recorded.</param>
/// <param name="ProgramId">Number of the program that was started; null where none was.</param>
/// <param name="Refused">What it will lack, and why.</param>
public sealed record RecordBegin(bool IsWholeMachine, int? ProgramId, IReadOnlyList<RefusedEvent> Refused);
