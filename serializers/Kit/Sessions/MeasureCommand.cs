using System.Diagnostics;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>
/// <c>measure op=… lane=… samples=… iterations=… threads=… budget_ns=… collect=…</c>: times an operation, at least once, then until the budget is spent. Refused
/// unless the case was checked and found right in this process. A garbage collection comes first unless <c>collect=0</c> says that the measurement goes on.
/// </summary>
internal sealed class MeasureCommand() : SessionCommand("measure")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        Func<int, long> operation = OperationOf(session, request, request.Required("op"));
        int samples = (int)request.Number("samples"), iterations = (int)Math.Max(1, request.Number("iterations")), threads = (int)request.Number("threads", 1);
        long budget = request.Number("budget_ns", long.MaxValue), start = Stopwatch.GetTimestamp();
        using WorkThreads? workers = threads > 1 ? Workers(session, request, threads) : null;
        // What came before must not be collected on the account of the first sample.
        if (request.Number("collect", 1) == 1)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        for (int i = 0; i < samples && (i == 0 || Stopwatch.GetElapsedTime(start).TotalNanoseconds < budget); i++)
            Reply(session, workers is null ? Sample.Take(operation, iterations) : Sample.Take(workers, iterations));
    }

    private static void Reply(Session session, Sample sample)
    {
        Message reply = new Message("sample")
            .With("iterations", sample.Iterations)
            .With("duration_ns", sample.DurationNs)
            .With("allocated_bytes", sample.AllocatedBytes)
            .With("gen0", sample.Gen0)
            .With("gen1", sample.Gen1)
            .With("gen2", sample.Gen2)
            .With("pause_ns", sample.PauseNs);
        if (sample.RunDelayNs is { } delay)
            reply.With("run_delay_ns", delay);
        session.Reply(reply);
    }

    private static WorkThreads Workers(Session session, Message request, int threads)
    {
        Func<int, long>[] operations = new Func<int, long>[threads];
        for (int i = 0; i < threads; i++)
        {
            BoundCase own = session.RequireBound().ForThread(session.Case!.SharesReferences);
            if (!own.IsVerified && session.Adapter.Describe().Role != SerializerRole.Overhead)
                throw new ProtocolException("the serializer of another thread does not return the case unchanged");
            operations[i] = own.Prepare(OperationNamed(request.Required("op")), LaneNames.Parse(request.Required("lane")));
            // The first call of a serializer is not what is asked for.
            operations[i](1);
        }

        return new WorkThreads(operations);
    }

    /// <summary>What a request times.</summary>
    /// <exception cref="ProtocolException">The case is not verified, or the lane is not one of the serializer's.</exception>
    internal static Func<int, long> OperationOf(Session session, Message request, string operation)
    {
        BoundCase bound = session.RequireBound();
        if (!bound.IsVerified && session.Adapter.Describe().Role != SerializerRole.Overhead)
            throw new ProtocolException("nothing is timed before it was checked in this process and found correct: request 'check' first");
        Lanes lane = LaneNames.Parse(request.Required("lane"));
        if ((bound.Lanes & lane) == 0)
            throw new NotSupportedException($"the library has no entry point for {request.Text("lane")}");
        return bound.Prepared(OperationNamed(operation), lane);
    }

    private static Operation OperationNamed(string name) => name switch
    {
        "serialize" => Operation.Serialize,
        "deserialize" => Operation.Deserialize,
        var other => throw new ProtocolException($"there is no operation '{other}'"),
    };
}
