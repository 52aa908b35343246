namespace HeapFindings;

/// <summary>Things that are made again and again and never let go of.</summary>
internal static class Piles
{
    private const int TimerCount = 1_200;
    private const int Callbacks = 1_300;
    private const int Sources = 1_400;
    private const int TaskCount = 1_600;
    private const int Continuations = 1_700;

    public static void Timers(Manifest manifest)
    {
        for (int i = 0; i < TimerCount; i++)
            manifest.Hold(new Timer(OnTimer, null, TimeSpan.FromHours(1), TimeSpan.FromHours(1)));

        // Neither of these is set any more.
        for (int i = 0; i < 50; i++)
            manifest.Hold(new Timer(OnTimer, null, Timeout.Infinite, Timeout.Infinite));
        for (int i = 0; i < 50; i++)
        {
            Timer closed = manifest.Hold(new Timer(OnTimer, null, TimeSpan.FromHours(1), TimeSpan.FromHours(1)));
            closed.Dispose();
        }

        manifest.Facts["timers"] = TimerCount;
    }

    public static void Cancellations(Manifest manifest)
    {
        CancellationTokenSource application = manifest.Hold(new CancellationTokenSource());
        for (int i = 0; i < Callbacks; i++)
            application.Token.Register(static () => { });
        for (int i = 0; i < 70; i++)
            application.Token.Register(static () => { }).Dispose();
        for (int i = 0; i < Sources; i++)
            manifest.Hold(new CancellationTokenSource());
        for (int i = 0; i < 40; i++)
            manifest.Hold(new CancellationTokenSource()).Dispose();
        for (int i = 0; i < 30; i++)
            manifest.Hold(new CancellationTokenSource()).Cancel();
        manifest.Facts["callbacks"] = Callbacks;
        manifest.Facts["sources"] = Sources + 1;
    }

    public static void Tasks(Manifest manifest)
    {
        for (int i = 0; i < TaskCount; i++)
            manifest.Hold(new TaskCompletionSource<Guid>());
        for (int i = 0; i < 60; i++)
            manifest.Hold(new TaskCompletionSource<Guid>()).SetResult(default);
        TaskCompletionSource<decimal> shutdown = manifest.Hold(new TaskCompletionSource<decimal>());
        for (int i = 0; i < Continuations; i++)
            shutdown.Task.ConfigureAwait(false).GetAwaiter().OnCompleted(static () => { });
        manifest.Facts["tasks"] = TaskCount;
        manifest.Facts["continuations"] = Continuations;
    }

    private static void OnTimer(object? state)
    {
    }
}
