namespace Pending;

/// <summary>Timers with known periods that fire in an hour or later.</summary>
internal static class Timers
{
    private static readonly TimeSpan s_far = TimeSpan.FromHours(1);
    private static readonly List<object> s_all = [];

    public static Dictionary<string, int> Numbers { get; } = [];

    public static void Begin()
    {
        Many("ticks", 11, static () => new Timer(Tick, null, s_far, TimeSpan.FromMinutes(1)));
        Many("rings", 4, static () => new Timer(Ring, null, s_far, Timeout.InfiniteTimeSpan));
        Many("stopped", 5, static () => new Timer(Ring, null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan));
        Many("disposed", 3, Disposed);
        Many("limits", 9, static () => new CancellationTokenSource(s_far));
        Many("polls", 2, static () => PollAsync(new PeriodicTimer(s_far)));
    }

    public static void Keep() => GC.KeepAlive(s_all);

    private static void Many(string name, int count, Func<object> begin)
    {
        for (int i = 0; i < count; i++)
            s_all.Add(begin());
        Numbers[name] = count;
    }

    private static Timer Disposed()
    {
        Timer timer = new(Ring, null, s_far, s_far);
        timer.Dispose();
        return timer;
    }

    private static async Task PollAsync(PeriodicTimer timer) => await timer.WaitForNextTickAsync();

    private static void Tick(object? state)
    {
    }

    private static void Ring(object? state)
    {
    }
}
