using System.Diagnostics;

namespace Fathom.Sources.Targets.Reading;

/// <summary>When the recording of a look begins.</summary>
internal static class LookOptionsStart
{
    /// <summary>The same options, with a recording that begins now where nobody says when it began.</summary>
    public static T Begun<T>(this T options)
        where T : LookOptions => options.RecordingStart == 0 ? options with { RecordingStart = Stopwatch.GetTimestamp() } : options;
}
