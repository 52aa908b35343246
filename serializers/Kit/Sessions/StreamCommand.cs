using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Kit.Streaming;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>stream bytes=…</c>: reads input of that size that arrives in pieces.</summary>
internal sealed class StreamCommand() : SessionCommand("stream")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        StreamingTrial trial = new(session.Adapter);
        CheckResult result = trial.Run(request.Number("bytes"));
        session.Reply(new Message("stream").With("outcome", result.Outcome).With("detail", result.Detail).With("input_bytes", trial.InputBytes)
            .With("peak_bytes", trial.PeakBytes).With("loh_bytes", trial.LargeObjectBytes).With("duration_ns", trial.DurationNs));
    }
}
