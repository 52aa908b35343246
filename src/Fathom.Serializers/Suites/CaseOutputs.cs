using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Suites;

/// <summary>What serializers write for a case, as rows. Nothing is verified: what is wrong is worth seeing too, and its outcome stands beside it.</summary>
/// <param name="one">The case.</param>
/// <param name="caseId">Its number.</param>
/// <param name="plan">How much is shown.</param>
internal sealed class CaseOutputs(PlannedCase one, uint caseId, SuitePlan plan)
{
    /// <summary>Asks one serializer, in a process of its own.</summary>
    public async Task WriteAsync(OfferedSerializer serializer, IRecordingSink to, CancellationToken stop)
    {
        using RunnerProcess process = RunnerProcess.Start(serializer.Program, plan.Environment, serializer.Entry, "serve");
        Answer bound = await process.AskAsync(one.Request(hash: false), plan.Deadline, stop).ConfigureAwait(false);
        Answer output = bound.IsOk ? await process.AskAsync(new Message("show").With("limit", plan.ShownBytes ?? 0), plan.Deadline, stop).ConfigureAwait(false) : bound;
        Answer check = output.IsOk ? await process.AskAsync(new Message("check"), plan.Deadline, stop).ConfigureAwait(false) : output;
        bool answered = check.IsOk && output.IsOk;
        Message? found = answered ? check.Line("check") : null;
        string outcome = found?.Required("outcome") ?? check.OutcomeName;
        string? needs = outcome == "ok" ? null : await OwnTypeProbe.NeedsAsync(process, one, plan, stop).ConfigureAwait(false);
        WriteResult(
            serializer, outcome, needs ?? (found is null ? check.Detail : found.Text("difference") ?? ""), output.IsOk ? output.Line("output").Number("size_bytes") : null, to);
        if (output.IsOk)
            Write(serializer, caseId, output.Line("output"), to);
    }

    private void WriteResult(OfferedSerializer serializer, string outcome, string detail, long? sizeBytes, IRecordingSink to)
    {
        SerializerResultRow row = new(serializer.Id, caseId, to.Ids.Text(outcome), detail.Length == 0 ? TextId.None : to.Ids.Text(detail), TextId.None, sizeBytes, null, null);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in row));
    }

    /// <summary>Writes the answer of a program as a row.</summary>
    public static void Write(OfferedSerializer serializer, uint caseId, Message output, IRecordingSink to)
    {
        SerializerOutputRow row = new(serializer.Id, caseId, output.Number("size_bytes"), (int)output.Number("hex"), to.Ids.Text(output.Required("text")));
        to.Write(new ReadOnlySpan<SerializerOutputRow>(in row));
    }
}
