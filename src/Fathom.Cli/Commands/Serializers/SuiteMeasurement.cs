using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Checks;
using Fathom.Serializers.Inference;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>What <c>fathom serializers</c> measures: the plan of its command line, or the rest of one that was interrupted.</summary>
/// <param name="verb">The verb, which knows the command lines that began measurements.</param>
/// <param name="plans">The options of the plan.</param>
/// <param name="own">Those of the user's own type.</param>
/// <param name="profile">Those of profiles.</param>
/// <param name="checks"><c>--checks</c>.</param>
internal sealed class SuiteMeasurement(FathomCommand verb, SuitePlanOptions plans, OwnTypeOptions own, ProfileOptions profile, Switch checks)
{
    /// <summary>Measures.</summary>
    public async Task<SuiteRecording> BeginAsync(ParseResult parsed, string? save, RecordingOptions storage, SuiteRun run)
    {
        using OwnCase ownCase = await ReadOwnAsync(parsed, run.Stop).ConfigureAwait(false);
        return await SuiteCapture.MeasureAsync(PlanOf(parsed, ownCase), save, storage, run, Checks(parsed)).ConfigureAwait(false);
    }

    /// <summary>Profiles.</summary>
    public async Task<SuiteRecording> ProfileAsync(ParseResult parsed, string? save, RecordingOptions storage, SuiteRun run)
    {
        using OwnCase ownCase = await ReadOwnAsync(parsed, run.Stop).ConfigureAwait(false);
        bool hasCases = plans.HasCases(parsed);
        SuitePlan plan = ownCase.AddTo(ProfileOptions.AddTo(plans.Read(parsed), plans.IsQuick(parsed), hasCases), hasCases);
        return await SuiteCapture.MeasureAsync(plan, save, storage, run).ConfigureAwait(false);
    }

    /// <summary>Goes on. The plan is the one of the command line that began it, with its data; a plan of two halves would be none.</summary>
    /// <exception cref="FathomException">The command line says something of the plan (<see cref="ExitCode.Usage"/>), or the recording is none to go on with
    /// (<see cref="ExitCode.Target"/>).</exception>
    public async Task<SuiteRecording> ResumeAsync(ParseResult parsed, string path, string? save, RecordingOptions storage, SuiteRun run)
    {
        if (save is not null || checks.IsOn(parsed) || plans.IsAnyGiven(parsed) || own.IsAnyGiven(parsed))
            throw FathomException.Usage("'--resume' continues the plan that was begun, in the same recording.", $"fathom serializers --resume {path}");
        using EarlierMeasurement earlier = EarlierCommand.Open(path, run.Stop);
        ParseResult begun = EarlierCommand.Parse(earlier.Reader, verb);
        if (profile.IsAsked(begun))
            throw FathomException.Target($"'{path}' holds a profile, which cannot be continued.", "profile again: fathom serializers --profile --save OTHER.fathom");
        // Growth and trends are measured in the same way, with other cases where none were named.
        MeasuredViewCommand? view = begun.CommandResult.Command as MeasuredViewCommand;
        if (view is null && begun.CommandResult.Command != verb)
            throw FathomException.Target(
                $"'{path}' was made by 'fathom serializers {begun.CommandResult.Command.Name}', which starts from the beginning each time.",
                $"fathom serializers {begun.CommandResult.Command.Name}");
        using OwnCase ownCase = view is null ? await ReadOwnAsync(begun, run.Stop).ConfigureAwait(false) : OwnCase.None;
        SuitePlan plan = view?.PlanOf(begun) ?? PlanOf(begun, ownCase);
        earlier.RequireSame(plan);
        RecordingOptions options = storage with { Command = earlier.Reader.Manifest.Command, Replace = true };
        return await SuiteCapture.ResumeAsync(plan, path, options, run, earlier, view is null ? Checks(begun) : []).ConfigureAwait(false);
    }

    // Not streaming: it takes as long as all else together.
    private CheckLane[] Checks(ParseResult parsed) => !checks.IsOn(parsed)
        ? []
        : [.. CheckView.All.Where(static view => view.Lane != "streaming").SelectMany(static view => view.Create(new CheckPlan()))];

    // What is wrong with the plan is said before classes are made for a document.
    private Task<OwnCase> ReadOwnAsync(ParseResult parsed, CancellationToken stop) => own.ReadAsync(parsed, plans.Dials(parsed), plans.Read(parsed).Targets, stop);

    private SuitePlan PlanOf(ParseResult parsed, OwnCase ownCase) => ownCase.AddTo(plans.Read(parsed), keepCases: plans.HasCases(parsed));
}
