using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>warm op=…,… lane=… limit_ns=…</c>: runs operations in turns until tiered compilation has come to rest.</summary>
internal sealed class WarmCommand() : SessionCommand("warm")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        Func<int, long>[] operations = [.. request.Required("op").Split(',').Select(operation => MeasureCommand.OperationOf(session, request, operation))];
        WarmupResult result = Warmup.Run(operations, request.Number("limit_ns"), session.Tiers);
        session.Reply(new Message("warm")
            .With("calls", result.Calls)
            .With("duration_ns", result.DurationNs)
            .With("settled", result.IsSettled ? 1 : 0)
            .With("methods", result.CompiledMethods)
            .With("background", result.BackgroundCompilations)
            .With("calls_per_slice", string.Join(',', result.CallsPerSlice)));
    }
}
