using System.Globalization;

namespace Stalls;

/// <summary>A thread that runs in a circle, beside one that works.</summary>
internal static class Spinning
{
    private static volatile bool s_stop;
    private static long s_sum;

    /// <summary>What the worker has summed up, so that no work is left out.</summary>
    public static long Sum => Interlocked.Read(ref s_sum);

    public static void Stop() => s_stop = true;

    public static void OneLoopOneWorker(Scene scene)
    {
        scene.Start("spinner", SpinForever);
        scene.Start("worker", WorkForever);
    }

    /// <summary>Different work in turn, so that the thread is found in another place at each look. Nothing is allocated: a collection would hold every thread.</summary>
    public static void WorkForever()
    {
        Span<char> text = stackalloc char[32];
        Span<long> numbers = stackalloc long[64];
        for (long i = 0; !s_stop; i++)
        {
            i.TryFormat(text, out int length, "D12", CultureInfo.InvariantCulture);
            s_sum += string.GetHashCode(text[..length], StringComparison.Ordinal);
            s_sum += Sort(numbers, i);
            s_sum += long.Parse(text[..length], CultureInfo.InvariantCulture);
            s_sum += (long)Multiply(i);
        }
    }

    private static void SpinForever()
    {
        while (!s_stop)
        {
        }
    }

    private static long Sort(Span<long> numbers, long seed)
    {
        for (int i = 0; i < numbers.Length; i++)
            numbers[i] = (seed * 6364136223846793005) + (i * 1442695040888963407);
        numbers.Sort();
        return numbers[0];
    }

    private static decimal Multiply(long seed)
    {
        decimal product = seed % 1000;
        for (int i = 1; i < 40; i++)
            product = (product * 7 / 3) % 100_000;
        return product;
    }
}
