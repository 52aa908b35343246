using System.Globalization;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Checks;

/// <summary>Large input that arrives in pieces.</summary>
/// <param name="plan">How large.</param>
public sealed class StreamingLane(CheckPlan plan) : CheckLane("streaming")
{
    // With a small budget for new objects, garbage that merely was not collected yet stays out of the peak.
    private static readonly Dictionary<string, string> s_environment = new() { ["DOTNET_GCgen0size"] = "400000" };

    /// <inheritdoc/>
    public override async Task RunAsync(OfferedSerializer serializer, CheckRows to, CancellationToken stop)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"read-{plan.StreamBytes / 1_000_000}-mb");
        using RunnerProcess process = Start(serializer, s_environment);
        Answer answer = await process.AskAsync(new Message("stream").With("bytes", plan.StreamBytes), plan.StreamingDeadline, stop).ConfigureAwait(false);
        if (answer.IsOk)
        {
            Message line = answer.Line("stream");
            Write(to, serializer, name, line.Required("outcome"), line.Required("detail"), CheckFigures.Of(line));
        }
        else
        {
            Write(to, serializer, name, OutcomeOf(answer), answer.Detail);
        }
    }
}
