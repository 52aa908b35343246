using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Checks;

/// <summary>
/// Checks that the program lists by name and answers one by one: features, and changes of a type. Those that may end the process get one of their own, so
/// that they cost no other its answer; after a process that ended anyway the next check begins in a new one.
/// </summary>
/// <param name="name">The lane in tables.</param>
/// <param name="verb">The request.</param>
/// <param name="deadline">The longest that one check may take.</param>
/// <param name="types">The kind of types, where there are several.</param>
public class ListedLane(string name, string verb, TimeSpan deadline, string? types = null) : CheckLane(name)
{
    // A zone that is not UTC: in UTC a local date is one by accident.
    private static readonly Dictionary<string, string> s_environment = new() { ["TZ"] = "Asia/Kolkata" };

    /// <summary>The matrix of features, of types with attributes.</summary>
    public static ListedLane Features(CheckPlan plan) => new("feature", "feature", plan.Deadline);

    /// <summary>The matrix of features, of plain types.</summary>
    public static ListedLane PlainFeatures(CheckPlan plan) => new("feature plain", "feature", plan.Deadline, "plain");

    /// <summary>Versions of a type.</summary>
    public static ListedLane Versions(CheckPlan plan) => new("version", "evolve", plan.Deadline);

    /// <inheritdoc/>
    public override async Task RunAsync(OfferedSerializer serializer, CheckRows to, CancellationToken stop)
    {
        RunnerProcess shared = Start(serializer, s_environment);
        try
        {
            Answer list = await shared.AskAsync(Request(), deadline, stop).ConfigureAwait(false);
            if (!list.IsOk)
            {
                Write(to, serializer, "(all)", OutcomeOf(list), list.Detail);
                return;
            }

            foreach (Message one in list.Lines)
            {
                string check = one.Required("name");
                if (one.Number("risky", 0) == 1)
                {
                    using RunnerProcess own = Start(serializer, s_environment);
                    await AskAsync(own, serializer, check, to, stop).ConfigureAwait(false);
                    continue;
                }

                if (!shared.IsAlive)
                {
                    shared.Dispose();
                    shared = Start(serializer, s_environment);
                }

                await AskAsync(shared, serializer, check, to, stop).ConfigureAwait(false);
            }
        }
        finally
        {
            shared.Dispose();
        }
    }

    private Message Request() => types is null ? new Message(verb) : new Message(verb).With("types", types);

    private async Task AskAsync(RunnerProcess process, OfferedSerializer serializer, string check, CheckRows to, CancellationToken stop)
    {
        Answer answer = await process.AskAsync(Request().With("name", check), deadline, stop).ConfigureAwait(false);
        if (answer.IsOk)
        {
            Message line = answer.Line(verb);
            Write(to, serializer, check, line.Required("outcome"), line.Required("detail"), new CheckFigures(line.Number("size_bytes")));
        }
        else
        {
            Write(to, serializer, check, OutcomeOf(answer), answer.Detail);
        }
    }
}
