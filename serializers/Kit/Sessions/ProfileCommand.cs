using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>
/// <c>profile op=… lane=… iterations=… duration_ns=…</c>: runs an operation for a while, and says on which thread and when. Refused unless the case was checked and
/// found right in this process.
/// </summary>
internal sealed class ProfileCommand() : SessionCommand("profile")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        Func<int, long> operation = MeasureCommand.OperationOf(session, request, request.Required("op"));
        GC.Collect();
        GC.WaitForPendingFinalizers();
        ProfiledRun run = ProfiledRun.Take(operation, (int)Math.Max(1, request.Number("iterations")), request.Number("duration_ns"));
        session.Reply(new Message("profile")
            .With("thread", ThreadId())
            .With("start_ns", run.StartNs)
            .With("end_ns", run.EndNs)
            .With("iterations", run.Iterations)
            .With("pause_ns", run.PauseNs)
            .With("jit_ns", run.JitNs)
            .With("jitted", run.JittedMethods));
    }

    // "4711/task/4712": the number that events give the thread. Without /proc it is the first thread, whose number is that of the process.
    private static string ThreadId() => new FileInfo("/proc/thread-self").LinkTarget?.Split('/')[^1] ?? Environment.ProcessId.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
