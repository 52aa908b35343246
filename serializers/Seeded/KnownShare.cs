using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Fathom.Serializers.Seeded;

/// <summary>Work that takes a given time by the clock, so that its share of an operation is known however fast the machine is.</summary>
internal static class KnownShare
{
    private const int Block = 64 * 1024;
    private const long NsPerSecond = 1_000_000_000;

    private static readonly byte[] s_from = new byte[Block];
    private static readonly byte[] s_to = new byte[Block];

    /// <summary>Copies memory.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Copy(long ns)
    {
        long end = Stopwatch.GetTimestamp() + (ns * Stopwatch.Frequency / NsPerSecond);
        while (Stopwatch.GetTimestamp() < end)
            Buffer.BlockCopy(s_from, 0, s_to, 0, Block);
    }

    /// <summary>Calculates.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Calculate(long ns)
    {
        int value = 1;
        long end = Stopwatch.GetTimestamp() + (ns * Stopwatch.Frequency / NsPerSecond);
        while (Stopwatch.GetTimestamp() < end)
        {
            for (int i = 0; i < 1000; i++)
                value = (value * 1664525) + 1013904223;
        }

        return value;
    }
}
