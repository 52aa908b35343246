using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Cli.Frame;

/// <summary>
/// Ends a query of the user that takes too much memory. The engine counts what its own buffers hold; texts and lists that a function makes
/// are not in its limit, and some functions do not look whether they are interrupted.
/// </summary>
internal sealed class MemoryGuard : IDisposable
{
    /// <summary>What a query may take: the limit of the engine, and as much again for what it does not count.</summary>
    public const long UsualBytes = 1L << 30;

    private static readonly TimeSpan s_every = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_untilNow = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop;
    private readonly ManualResetEventSlim _ended = new();
    private readonly Thread _thread;
    private FathomException? _failure;

    /// <summary>Begins to look.</summary>
    /// <param name="used">Bytes that this process uses; null where that is not known.</param>
    /// <param name="mostBytes">How many more than now it may use.</param>
    /// <param name="overdue">Ends the process where the query goes on after it was interrupted.</param>
    /// <param name="stop">Stops the query for another reason.</param>
    public MemoryGuard(Func<long?> used, long mostBytes, Action<FathomException> overdue, CancellationToken stop)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
        long limit = (used() ?? 0) + mostBytes;
        _thread = new Thread(() => Look(used, limit, mostBytes, overdue)) { IsBackground = true, Name = "memory guard" };
        _thread.Start();
    }

    /// <summary>Interrupts the query.</summary>
    public CancellationToken Stop => _stop.Token;

    /// <summary>Why the query was interrupted; null where it was not, or for another reason.</summary>
    public FathomException? Failure => Volatile.Read(ref _failure);

    /// <summary>Ends the process without anything else: a call of the engine cannot be left in another way.</summary>
    public static void EndNow(FathomException failure, CommandContext context)
    {
        ErrorReport.Write(failure, context);
        Termination.ExitNow((int)failure.ExitCode);
    }

    public void Dispose()
    {
        _ended.Set();
        _thread.Join();
        _ended.Dispose();
        _stop.Dispose();
    }

    private void Look(Func<long?> used, long limit, long mostBytes, Action<FathomException> overdue)
    {
        while (!_ended.Wait(s_every))
        {
            if (used() is not { } bytes || bytes <= limit)
                continue;
            FathomException failure = new(
                $"The query needs more memory than it may use: {ReadableNumber.Of(mostBytes, ColumnUnit.Bytes)}.",
                "Ask for less at once: fewer recordings, a filter, or shorter texts and lists.",
                ExitCode.Partial);
            Volatile.Write(ref _failure, failure);
            _stop.Cancel();
            if (!_ended.Wait(s_untilNow))
                overdue(failure);
            return;
        }
    }
}
