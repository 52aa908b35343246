using Fathom.Storage.Recordings;

namespace Fathom.Cli.Sources;

/// <summary>What the command line says of the moment that a row of a CSV file is of.</summary>
/// <param name="Utc">The time of <c>--time</c>, or null for that of the look.</param>
/// <param name="Label">The label <c>context</c> of <c>--label</c>, or null.</param>
internal readonly record struct GivenMoment(DateTimeOffset? Utc, string? Label)
{
    /// <summary>The label given now, or else the one that the recording was made with.</summary>
    public string? ContextOf(RecordingReader recording) => Label ?? recording.Manifest.Labels.GetValueOrDefault("context");
}
