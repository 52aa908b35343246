// Programs that stand still, or run in circles, in one exactly known way. The first argument picks the way; "ready {…}" on the output says what is true
// once it is reached: numbers of the operating system's threads by thread name, and counts. The program ends when its input closes.
namespace Stalls;

internal static class Program
{
    private static int Main(string[] arguments)
    {
        Scene scene = new();
        Action<Scene>? play = (arguments is [var name, ..] ? name : "") switch
        {
            "deadlock" => Deadlocks.TwoMonitors,
            "deadlock-mixed" => Deadlocks.MonitorLockAndReader,
            "deadlock-join" => Deadlocks.JoinUnderLock,
            "deadlock-native" => NativeDeadlock.TwoMutexes,
            "deadlock-timed" => Deadlocks.TwoMonitorsWithTimeLimit,
            "waits" => Waits.OneOfEachKind,
            "spin" => Spinning.OneLoopOneWorker,
            "starvation" => Starvation.AllWorkersBlocked,
            "async" => AsyncWaits.ManyAwaiters,
            "deadlock-async" => static one =>
            {
                Deadlocks.TwoMonitors(one);
                AsyncWaits.ManyAwaiters(one);
            },
            "throwing" => Throwing.InsideCatchBlock,
            "healthy" => Healthy.BusyAndFine,
            "monitors" => one => Monitors.ByChance(one, int.Parse(arguments.ElementAtOrDefault(1) ?? "1")),
            "moments" => Moments.SomethingOfEverything,
            _ => null,
        };
        if (play is null)
        {
            Console.Error.WriteLine("usage: Stalls deadlock|deadlock-mixed|deadlock-join|deadlock-native|deadlock-timed|waits|spin|starvation|async|"
                + "deadlock-async|throwing|healthy|moments|monitors [SEED]");
            return 2;
        }

        play(scene);
        Console.Out.WriteLine($"ready {scene.ToJson()}");
        while (Console.ReadLine() is not null)
        {
        }

        return 0;
    }
}
