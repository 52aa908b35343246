using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>--profile</c>: where the time of operations goes, instead of how long they take.</summary>
internal sealed class ProfileOptions
{
    private static readonly TimeSpan s_usual = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_quick = TimeSpan.FromMilliseconds(500);

    private readonly Switch _profile = new("--profile", "Splits the time of operations into serializer, copying, GC and JIT by runtime events; with bookshelf, where no case is named.");
    private readonly Switch _methods = new("--methods", "With --profile: the methods that the time was spent in.");

    /// <summary>Adds the options to a command.</summary>
    public ProfileOptions(GroupedCommand command) => command.AddGroup("Question").Add(_profile, _methods);

    /// <summary>Whether a profile is asked for.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="others">Options that have no meaning then.</param>
    /// <exception cref="FathomException">One of those was given, or --methods alone.</exception>
    public bool IsAsked(ParseResult parsed, params ReadOnlySpan<Option> others)
    {
        if (!_profile.IsOn(parsed))
        {
            return !_methods.IsOn(parsed)
                ? false
                : throw FathomException.Usage("'--methods' lists the methods of a profile.", "fathom serializers --profile --methods");
        }

        OtherQuestions.Refuse(parsed, _profile, others);

        return true;
    }

    /// <summary>Makes a plan one of profiles.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="isQuick">Whether it is to be short.</param>
    /// <param name="hasCases">Whether its cases were asked for; otherwise there is but the first, because each operation is watched for seconds.</param>
    /// <exception cref="FathomException">It asks for several threads.</exception>
    public static SuitePlan AddTo(SuitePlan plan, bool isQuick, bool hasCases)
    {
        if (plan.Threads is not [1])
            throw FathomException.Usage("'--profile' measures one thread, and '--threads' asks for more.", "leave one of them out");
        return plan with { ProfiledTime = isQuick ? s_quick : s_usual, Cases = hasCases ? plan.Cases : [.. plan.Cases.Where(one => one.Name == plan.Cases[0].Name)] };
    }

    /// <summary>What is shown of it.</summary>
    public ResultShape Shape(ParseResult parsed) => _methods.IsOn(parsed) ? SerializerShapes.ProfileMethods : SerializerShapes.Profile;

    /// <summary>What a recording has of it.</summary>
    public CommandResult Answer(Inquiry inquiry, ParseResult parsed)
    {
        SerializerReport report = new(inquiry.Session, inquiry.Stop);
        return inquiry.Result(_methods.IsOn(parsed) ? report.ProfileMethods(0) : report.Profile(0)) with
        {
            Losses = inquiry.Losses,
            Notes = [.. report.OwnTypes(0), .. report.AboutProfile(0)],
        };
    }
}
