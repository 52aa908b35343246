using System.Globalization;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>
/// How long this thread was ready to run and had to wait for a processor, because another one ran there: the second figure of <c>/proc/thread-self/schedstat</c>
/// (kernel documentation, scheduler/sched-stats). Time that a virtual machine itself had to wait is not in it.
/// </summary>
internal static class RunDelay
{
    private const string Path = "/proc/thread-self/schedstat";

    /// <summary>Nanoseconds since the thread began; null where the kernel does not tell.</summary>
    public static long? Read() => KernelFile.Read(Path) is { } text ? Parse(text) : null;

    /// <summary>Reads "time on a processor, time of waiting for one, how many times it had one".</summary>
    internal static long? Parse(string text) =>
        text.Split(' ') is [_, var delay, ..] && long.TryParse(delay, NumberStyles.None, CultureInfo.InvariantCulture, out long ns) ? ns : null;
}
