using System.Diagnostics;
using Fathom.Bench.Measuring;
using Fathom.Serializers.Kit.Measuring;

namespace Fathom.Bench.Serializers;

/// <summary>
/// What the stream that readers are measured with costs, overload by overload, against a plain <see cref="MemoryStream"/>: both read the same bytes in turns, and
/// the ratio is the median over the turns. A reader must not be slower for the overload that it happens to use.
/// </summary>
internal static class StreamOverloads
{
    private const int DataBytes = 1 << 20;
    private const int BufferBytes = 4096;
    private const int WarmPasses = 60;
    private const double MostRatio = 1.3;

    private static readonly byte[] s_buffer = new byte[BufferBytes];

    private static readonly (string Name, Action<Stream> Read)[] s_overloads =
    [
        ("Read(Span)", static stream => Until(() => stream.Read(s_buffer.AsSpan()))),
        ("Read(byte[])", static stream => Until(() => stream.Read(s_buffer, 0, BufferBytes))),
        ("ReadAsync(Memory)", static stream => Until(() => Completed(stream.ReadAsync(s_buffer.AsMemory())))),
        ("ReadAsync(byte[])", static stream => Until(() => stream.ReadAsync(s_buffer, 0, BufferBytes).GetAwaiter().GetResult())),
        ("ReadByte", static stream => Until(() => stream.ReadByte() + 1)),
        ("CopyTo", static stream => stream.CopyTo(Stream.Null)),
        ("CopyToAsync", static stream => stream.CopyToAsync(Stream.Null).GetAwaiter().GetResult()),
    ];

    /// <summary>Compares all overloads.</summary>
    /// <param name="comparison">Takes the ratios.</param>
    /// <param name="turns">Turns of each.</param>
    public static void Compare(Comparison comparison, int turns)
    {
        byte[] data = new byte[DataBytes];
        Array.Fill(data, (byte)1);
        using KeptOpenStream kept = new(data);
        using MemoryStream plain = new(data, writable: false);
        foreach ((string name, Action<Stream> read) in s_overloads)
        {
            for (int i = 0; i < WarmPasses; i++)
            {
                Time(read, kept, 1);
                Time(read, plain, 1);
            }

            // A turn of about a millisecond, whatever the overload takes.
            int passes = (int)Math.Max(1, Stopwatch.Frequency / 1000 / Math.Max(1, Time(read, plain, 1)));
            double[] ratios = new double[turns];
            for (int i = 0; i < turns; i++)
            {
                long first = Time(read, i % 2 == 0 ? kept : plain, passes), second = Time(read, i % 2 == 0 ? plain : kept, passes);
                ratios[i] = i % 2 == 0 ? (double)first / second : (double)second / first;
            }

            comparison.AtMost($"stream of readers, {name}", Median.Of(ratios), MostRatio, "times a plain one");
        }
    }

    private static long Time(Action<Stream> read, Stream stream, int passes)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < passes; i++)
        {
            stream.Position = 0;
            read(stream);
        }

        return Stopwatch.GetTimestamp() - start;
    }

    // Both have the bytes already.
    private static int Completed(ValueTask<int> read) => read.IsCompletedSuccessfully ? read.Result : throw new InvalidOperationException("a stream of memory does not wait");

    private static void Until(Func<int> read)
    {
        while (read() > 0)
        {
            // What is read does not matter.
        }
    }
}
