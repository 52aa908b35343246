using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Capture;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The measurement of <c>--resume</c>, and the command line that began it.</summary>
internal static class EarlierCommand
{
    /// <summary>Opens a measurement that was interrupted.</summary>
    /// <exception cref="FathomException">It is no recording (<see cref="ExitCode.Target"/>).</exception>
    public static EarlierMeasurement Open(string path, CancellationToken stop)
    {
        RecordingReader reader = RecordingReader.Open(path);
        try
        {
            using QuerySession session = QuerySession.Open(reader);
            FinishedReport report = new(session, 0, stop);
            return new EarlierMeasurement(reader, report.Finished(), report.Serializers(), report.Cases());
        }
        catch
        {
            reader.Dispose();
            throw;
        }
    }

    /// <summary>The command line that began a measurement.</summary>
    /// <param name="recording">The recording.</param>
    /// <param name="verb">The verb, which knows its options and its views.</param>
    /// <exception cref="FathomException">It was not begun by this verb (<see cref="ExitCode.Target"/>).</exception>
    public static ParseResult Parse(RecordingReader recording, Command verb) => CommandText.Split(recording.Manifest.Command) is ["fathom", "serializers", .. var words]
        ? CommandParser.Parse(verb, words)
        : throw FathomException.Target($"'{recording.Name}' was not made by 'fathom serializers', so there is nothing to continue.", "fathom serializers --save NAME.fathom begins a measurement");
}
