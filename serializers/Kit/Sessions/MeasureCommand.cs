using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>measure op=… lane=… samples=… iterations=…</c>: times an operation. Refused unless the case was checked and found right in this process.</summary>
internal sealed class MeasureCommand() : SessionCommand("measure")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        Func<int, long> operation = OperationOf(session, request);
        int samples = (int)request.Number("samples"), iterations = (int)Math.Max(1, request.Number("iterations"));
        // What came before must not be collected on the account of the first sample.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        for (int i = 0; i < samples; i++)
        {
            Sample sample = Sample.Take(operation, iterations);
            session.Reply(new Message("sample")
                .With("iterations", sample.Iterations)
                .With("duration_ns", sample.DurationNs)
                .With("allocated_bytes", sample.AllocatedBytes)
                .With("gen0", sample.Gen0)
                .With("gen1", sample.Gen1)
                .With("gen2", sample.Gen2)
                .With("pause_ns", sample.PauseNs));
        }
    }

    /// <summary>What a request times.</summary>
    /// <exception cref="ProtocolException">The case is not verified, or the lane is not one of the serializer's.</exception>
    internal static Func<int, long> OperationOf(Session session, Message request)
    {
        BoundCase bound = session.RequireBound();
        if (!bound.IsVerified && session.Adapter.Describe().Role != SerializerRole.Overhead)
            throw new ProtocolException("nothing is timed that was not checked in this process and found right: ask for 'check' first");
        Lanes lane = LaneNames.Parse(request.Required("lane"));
        if ((bound.Lanes & lane) == 0)
            throw new NotSupportedException($"the library has no entry point for {request.Text("lane")}");
        return bound.Prepare(
            request.Required("op") switch
            {
                "serialize" => Operation.Serialize,
                "deserialize" => Operation.Deserialize,
                var other => throw new ProtocolException($"there is no operation '{other}'"),
            },
            lane);
    }
}
