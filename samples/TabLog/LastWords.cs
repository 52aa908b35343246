using System.Runtime.CompilerServices;

namespace TabLog;

/// <summary>Where a file of it is missing, it ends within hundredths of a second: its runtime gets the time to tell who listens.</summary>
internal static class LastWords
{
    private const int MostMilliseconds = 1000;

    [ModuleInitializer]
    internal static void Wait() => AppDomain.CurrentDomain.UnhandledException += static (_, _) =>
    {
        using ManualResetEvent never = new(initialState: false);
        never.WaitOne(MostMilliseconds);
    };
}
