using Fathom.Model.Recording;
using Fathom.Serializers.Profiles;

namespace Fathom.Serializers.Capture;

/// <summary>What a measurement is told of the run that it is a part of, and whom it tells what happens.</summary>
/// <param name="Time">The clock.</param>
/// <param name="Note">Told what a reader must know at once.</param>
/// <param name="ShowProgress">Begins to show how far it has come.</param>
/// <param name="Interrupted">Told what is kept of a measurement that was interrupted.</param>
/// <param name="Tracing">Begins to collect the events of a process, for profiles.</param>
/// <param name="Stop">Interrupts it.</param>
public sealed record SuiteRun(
    TimeProvider Time, Action<string> Note, Func<IShownProgress> ShowProgress, Action<KeptMeasurement> Interrupted, StartTracing Tracing, CancellationToken Stop);
