using System.Globalization;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Checks;

/// <summary>Hostile bytes: each attack is made in a process of its own whose heap has a limit.</summary>
/// <param name="plan">How thoroughly.</param>
public sealed class HostileLane(CheckPlan plan) : CheckLane("hostile")
{
    private static readonly Message s_case = new Message("case").With("name", "bookshelf").With("n", 20).With("payload", 10);

    /// <inheritdoc/>
    public override async Task RunAsync(OfferedSerializer serializer, CheckRows to, CancellationToken stop)
    {
        Dictionary<string, string> environment = new()
        {
            // The limit of the managed heap: one of the address space would end the runtime before the reader does anything.
            ["DOTNET_GCHeapHardLimit"] = plan.HeapLimitBytes.ToString("X", CultureInfo.InvariantCulture),
        };
        Answer list;
        using (RunnerProcess asked = Start(serializer, environment))
            list = await asked.AskAsync(new Message("hostile"), plan.Deadline, stop).ConfigureAwait(false);
        if (!list.IsOk)
            Write(to, serializer, "(all)", OutcomeOf(list), list.Detail);
        foreach (Message attack in list.Lines)
        {
            using RunnerProcess process = Start(serializer, environment);
            await AttackAsync(process, serializer, attack, to, stop).ConfigureAwait(false);
        }
    }

    private async Task AttackAsync(RunnerProcess process, OfferedSerializer serializer, Message attack, CheckRows to, CancellationToken stop)
    {
        string name = attack.Required("name");
        if (attack.Number("case", 0) == 1)
        {
            Answer bound = await process.AskAsync(s_case, plan.Deadline, stop).ConfigureAwait(false);
            Answer check = bound.IsOk ? await process.AskAsync(new Message("check"), plan.Deadline, stop).ConfigureAwait(false) : bound;
            if (!check.IsOk || check.Line("check").Text("outcome") != "ok")
            {
                Write(to, serializer, name, "refused", $"there are no correct bytes to start from: {(check.IsOk ? check.Line("check").Text("difference") : check.Detail)}");
                return;
            }
        }

        Message request = new Message("hostile").With("name", name).With("seed", (long)plan.Seed).With("attempts", plan.Attempts);
        Answer answer = await process.AskAsync(request, plan.AttackDeadline, stop).ConfigureAwait(false);
        if (answer.IsOk)
        {
            Message line = answer.Line("hostile");
            Write(to, serializer, name, line.Required("outcome"), line.Required("detail"), CheckFigures.Of(line));
            return;
        }

        // The attempt that was named last is the one that ended it.
        Message? last = answer.Lines.LastOrDefault(static one => one.Verb == "attempt");
        string at = last is null ? "" : string.Create(CultureInfo.InvariantCulture, $"attempt {answer.Lines.Count} ({last.Text("what")}): ");
        // The runtime ends a process without an exception where it has no memory even for that.
        bool exhausted = answer.Detail.Contains("Out of memory", StringComparison.OrdinalIgnoreCase) || answer.Detail.Contains("OutOfMemoryException", StringComparison.Ordinal);
        Write(to, serializer, name, exhausted ? "out of memory" : OutcomeOf(answer), at + answer.Detail, new CheckFigures(last?.Number("input_bytes")));
    }
}
