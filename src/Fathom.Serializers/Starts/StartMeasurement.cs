using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Starts;

/// <summary>The first calls of one serializer, each in a process of its own that ends after them.</summary>
/// <param name="serializer">The serializer.</param>
/// <param name="one">The first type's case.</param>
/// <param name="caseId">Its number.</param>
/// <param name="plan">How it is measured.</param>
internal sealed class StartMeasurement(OfferedSerializer serializer, PlannedCase one, uint caseId, SuitePlan plan)
{
    private int _launches;
    private bool _failed;

    /// <summary>What the progress says.</summary>
    public string Name => serializer.Name;

    /// <summary>Runs one process and writes what it took. The first failure is written as the result, and ends it.</summary>
    public void Launch(IRecordingSink to)
    {
        if (_failed)
            return;
        _launches++;
        string[] dials = one.AddTo(new Message("first-call").With("case", one.Name)).Format().Split('\t')[1..];
        MeasuredProcess ended = MeasuredProcess.Run(serializer.Program.Executable!, [serializer.Entry, "first-call", .. dials], plan.Environment, plan.Deadline);
        Message? said = Message.TryParse(ended.Output.Trim(), out Message? line) ? line : null;
        if (FailureOf(ended, said) is { } failure)
        {
            _failed = true;
            Write(to, failure.Outcome, failure.Detail);
            return;
        }

        if (_launches == 1)
            Write(to, "ok", "");
        long? Fact(string name) => said?.Text(name) is { Length: > 0 } ? said.Number(name) : null;
        SerializerStartRow row = new(
            serializer.Id, caseId, _launches, Fact("first_write_ns"), Fact("first_read_ns"), Fact("second_write_ns"), Fact("second_read_ns"), ended.WallNs, ended.CpuNs, Fact("peak_rss_bytes"),
            Fact("methods"), Fact("jit_ns"), Fact("assemblies"), Fact("failed_loads"));
        to.Write(new ReadOnlySpan<SerializerStartRow>(in row));
    }

    private (string Outcome, string Detail)? FailureOf(MeasuredProcess ended, Message? said)
    {
        if (ended.IsLate)
            return ("hang", $"it did not end within {plan.Deadline.TotalSeconds:0.#} s");
        if (ended.ExitCode != 0)
            return ("crash", $"it ended with code {ended.ExitCode}");
        if (serializer.IsOnlyStarted)
            return null;
        if (said is null)
            return ("crash", "it printed no line of the protocol");
        if (said.Verb == ProtocolWords.Failed)
            return (said.Text("kind") == "refused" ? "refused" : "failed", said.Text("kind") == "refused" ? said.Text("message") ?? "" : $"{said.Text("exception")}: {said.Text("message")}");
        return said.Text("outcome") is "ok" ? null : (said.Text("outcome") ?? "failed", said.Text("difference") ?? "");
    }

    private void Write(IRecordingSink to, string outcome, string detail)
    {
        SerializerResultRow row = new(serializer.Id, caseId, to.Ids.Text(outcome), detail.Length == 0 ? TextId.None : to.Ids.Text(detail), TextId.None, null, null, null);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in row));
    }
}
