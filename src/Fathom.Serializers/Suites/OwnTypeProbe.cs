using System.Globalization;
using Fathom.Model;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Suites;

/// <summary>Makes the user's own object once before anything is measured, so that what is wrong with it is said once and not per serializer.</summary>
internal static class OwnTypeProbe
{
    /// <summary>What the case is, for tables: the type, its source, what was left out, and what reading it costs.</summary>
    /// <exception cref="FathomException">It cannot be loaded, found or made; the message names the member.</exception>
    public static async Task<string> DescribeAsync(OfferedSerializer serializer, PlannedCase one, SuitePlan plan, CancellationToken stop)
    {
        using RunnerProcess process = RunnerProcess.Start(serializer.Program, plan.Environment, serializer.Entry, "serve");
        Answer answer = await process.AskAsync(one.AddTo(new Message("own-type")), plan.Deadline, stop).ConfigureAwait(false);
        if (answer.Next is { } next)
            throw FathomException.Usage($"The own type cannot be measured: {answer.Detail}.", next);
        if (answer.Lines.FirstOrDefault(static line => line.Verb == "own-type") is not { } facts)
            throw FathomException.Usage($"The own type cannot be measured: {answer.Detail}.", "check whether the object can be created in a program of its own");
        string made = string.Create(
            CultureInfo.InvariantCulture,
            $"{one.Own!.Description}: {facts.Number("objects")} objects, {facts.Number("leaves")} values; "
            + $"reading them all, which is part of every deserialization, takes {facts.Number("touch_ns")} ns");
        return string.Join("; ", [made, .. one.Own.Notes, .. facts.Fields.Where(static field => field.Key == "note").Select(static field => field.Value)]);
    }

    /// <summary>What a serializer needs of the type, with its own words; null for other cases and where the process is gone.</summary>
    /// <param name="process">A process of the serializer.</param>
    /// <param name="one">The case.</param>
    /// <param name="plan">How long it may take.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static async Task<string?> NeedsAsync(RunnerProcess process, PlannedCase one, SuitePlan plan, CancellationToken stop)
    {
        if (one.Own is null || !process.IsAlive)
            return null;
        Answer answer = await process.AskAsync(one.AddTo(new Message("own-type")), plan.Deadline, stop).ConfigureAwait(false);
        if (!answer.IsOk)
            return null;
        Message verdict = answer.Line("verdict");
        string needs = verdict.Text("needs") ?? "", detail = verdict.Text("detail") ?? "";
        // Asked anew it may have come back whole: then it has no more to say than the check had.
        if (detail.Length == 0)
            return null;
        return needs.Length == 0 || needs == detail ? detail : $"needs {needs}: {detail}";
    }
}
