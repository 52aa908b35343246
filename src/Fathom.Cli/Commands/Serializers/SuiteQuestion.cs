using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Serializers.Capture;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>A question to a measurement of serializers.</summary>
/// <param name="shape">The columns of the answer; null where only the answer knows them.</param>
/// <param name="measure">Measures, where there is no recording yet: what is given is where it is kept, how it is written, and the run.</param>
/// <param name="answer">Asks.</param>
internal sealed class SuiteQuestion(ResultShape? shape, Func<string?, RecordingOptions, SuiteRun, Task<SuiteRecording>> measure, Func<Inquiry, CommandResult> answer)
    : Question(shape, answer), IDisposable
{
    /// <summary>Measures.</summary>
    public Func<string?, RecordingOptions, SuiteRun, Task<SuiteRecording>> Measure => measure;

    /// <summary>An earlier measurement, which is recording 0 then; null where nothing is compared.</summary>
    public SuiteRecording? Baseline { get; init; }

    /// <summary>Whether what is not available makes the answer partial; not where just that is the answer.</summary>
    public bool SaysMissing { get; init; } = true;

    /// <summary>What is done with the recording after the answer was shown.</summary>
    public Action<RecordingReader> Afterwards { get; init; } = static _ => { };

    /// <inheritdoc/>
    public void Dispose() => Baseline?.Dispose();
}
