using System.Globalization;
using System.Runtime.CompilerServices;

namespace Events;

/// <summary>Objects of four types, each from a method of its own.</summary>
internal static class KnownAllocations
{
    private static object? s_last;

    /// <summary>Allocates, and tells the bytes that the runtime counted: of each type by this thread, and all of the process.</summary>
    /// <param name="count">Multiplies the objects.</param>
    public static string Run(int count)
    {
        long before = GC.GetTotalAllocatedBytes(precise: true);
        long parcels = Measure(count, Parcels), buffers = Measure(count, Buffers);
        long texts = Measure(count, Texts), large = Measure(count, Large);
        long all = GC.GetTotalAllocatedBytes(precise: true) - before;
        GC.KeepAlive(s_last);
        string some = string.Create(CultureInfo.InvariantCulture, $"Events.Parcel {parcels} System.Byte[] {buffers}");
        return string.Create(CultureInfo.InvariantCulture, $"{some} System.String {texts} System.Int32[] {large} all {all}");
    }

    private static long Measure(int count, Action<int> allocate)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        allocate(count);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Parcels(int count)
    {
        for (int i = 0; i < 40_000 * count; i++)
            s_last = new Parcel();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Buffers(int count)
    {
        for (int i = 0; i < 800 * count; i++)
            s_last = new byte[10_000];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Texts(int count)
    {
        for (int i = 0; i < 3_000 * count; i++)
            s_last = new string('x', 1_000);
    }

    // Each is larger than what one sample stands for on average.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Large(int count)
    {
        for (int i = 0; i < 10 * count; i++)
            s_last = new int[200_000];
    }
}
