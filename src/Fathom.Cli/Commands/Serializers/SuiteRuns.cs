using Fathom.Cli.Frame;
using Fathom.Render.Text;
using Fathom.Serializers.Capture;
using Fathom.Sources.Traces.Profiles;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The run of a command as a measurement sees it.</summary>
internal static class SuiteRuns
{
    /// <summary>What a measurement is told, and whom it tells.</summary>
    public static SuiteRun Of(CommandContext context) =>
        new(context.Time, context.Note, () => context.ShowProgress(), kept => context.Note(Sentence(kept)), RuntimeTracing.StartAsync, context.Stop);

    /// <summary>What is said of an interruption.</summary>
    internal static string Sentence(KeptMeasurement kept)
    {
        if (kept.Path is not { } path)
            return $"nothing was kept; with --save NAME.fathom what is finished is{(kept.CanResume ? ", and --resume goes on with it" : "")}";
        string name = SafeText.Of(CommandText.Join([path]));
        return $"what was finished is in {name}{(kept.CanResume ? $": 'fathom serializers --resume {name}' goes on with the rest" : "")}";
    }
}
