using System.Runtime.CompilerServices;

namespace Phases;

/// <summary>A thread sleeps again and again.</summary>
internal static class SleepPhase
{
    private const int Ms = 50;

    public static void Run(Phase phase, int count) => phase.Run(notes =>
    {
        for (int i = 0; i < count; i++)
            notes.Wait(Sleep);
    });

    public static void Async(Phase phase, int count)
    {
        phase.Fact("delays", count);
        phase.Run(_ => DelayAsync(count).GetAwaiter().GetResult());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Sleep() => Thread.Sleep(Ms);

    private static async Task DelayAsync(int count)
    {
        for (int i = 0; i < count; i++)
            await Task.Delay(Ms).ConfigureAwait(false);
    }
}
