using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Capture;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The comparison with a saved recording, and <c>--baseline</c> and <c>--same-machine</c>.</summary>
internal sealed class BaselineOptions
{
    private readonly Option<string?> _baseline = OptionCatalog.Value("--baseline", "RECORDING", "Compares with a saved recording instead of ranking: as 'fathom serializers diff'.");
    private readonly Switch _sameMachine = SameMachine();

    /// <summary>Adds the options to a command.</summary>
    public BaselineOptions(GroupedCommand command) => command.AddGroup("Question").Add(_baseline, _sameMachine);

    /// <summary><c>--baseline</c>.</summary>
    public Option Option => _baseline;

    /// <summary><c>--same-machine</c>.</summary>
    public static Switch SameMachine() => new("--same-machine", "Treats both recordings as made on one machine although its name differs, as names of containers do.");

    /// <summary>Whether both recordings are said to be of one machine.</summary>
    public bool IsSameMachine(ParseResult parsed) => _sameMachine.IsOn(parsed);

    /// <summary>Opens the recording to compare with, before anything is measured; null where none is asked for.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="others">Options that have no meaning then.</param>
    /// <exception cref="FathomException">One of those was given (<see cref="ExitCode.Usage"/>), or it holds no samples of serializers (<see cref="ExitCode.Target"/>).</exception>
    public SuiteRecording? Open(ParseResult parsed, params ReadOnlySpan<Option> others)
    {
        if (parsed.GetValue(_baseline) is not { } path)
        {
            return !_sameMachine.IsOn(parsed)
                ? null
                : throw FathomException.Usage("'--same-machine' needs a comparison with another recording.", "fathom serializers --baseline monday.fathom --same-machine");
        }

        OtherQuestions.Refuse(parsed, _baseline, others);

        return OpenMeasured(path);
    }

    /// <summary>Opens a recording that holds samples of serializers.</summary>
    /// <exception cref="FathomException">It is no recording, or holds none (<see cref="ExitCode.Target"/>).</exception>
    public static SuiteRecording OpenMeasured(string path)
    {
        SuiteRecording recording = SuiteRecording.Open(path);
        if (recording.Reader.Manifest.Parts.Any(static part => part.Table == "serializer_sample"))
            return recording;
        recording.Dispose();
        throw FathomException.Target($"'{path}' holds no times of serializers, so nothing can be compared with it.", "fathom serializers --save monday.fathom makes one");
    }

    /// <summary>Compares two recordings, the one before and the one after.</summary>
    /// <param name="inquiry">Both.</param>
    /// <param name="isSameMachine">Whether the user says that both are of one machine.</param>
    public static CommandResult Answer(Inquiry inquiry, bool isSameMachine)
    {
        ResultTable rows = new SerializerReport(inquiry.Session, inquiry.Stop).Diff(0, 1, isSameMachine);
        return inquiry.Result(rows) with { Notes = SerializerReport.AboutDiff(rows), Uncertainty = BaselineShapes.UncertainRatios(rows) };
    }
}
