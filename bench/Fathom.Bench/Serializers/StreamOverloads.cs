using System.Diagnostics;
using Fathom.Bench.Measuring;
using Fathom.Serializers.Kit.Measuring;

namespace Fathom.Bench.Serializers;

/// <summary>
/// What the stream that readers are measured with costs, overload by overload, against a plain <see cref="MemoryStream"/>: both read the same bytes in turns, and
/// the ratio is the median over the turns. A reader must not be slower for the overload that it happens to use. In a process of the suite a reader meets one kind of
/// stream and is compiled for that; so each kind has code of its own here, or the one that the compiler guessed first would be faster for it.
/// </summary>
internal static class StreamOverloads
{
    private const int DataBytes = 1 << 20;
    private const int BufferBytes = 4096;
    private const int WarmPasses = 60;
    private const double MostRatio = 1.3;

    private static readonly byte[] s_buffer = new byte[BufferBytes];

    /// <summary>Compares all overloads.</summary>
    /// <param name="comparison">Takes the ratios.</param>
    /// <param name="turns">Turns of each.</param>
    public static void Compare(Comparison comparison, int turns)
    {
        byte[] data = new byte[DataBytes];
        Array.Fill(data, (byte)1);
        using KeptOpenStream kept = new(data);
        using MemoryStream plain = new(data, writable: false);
        foreach (((string name, Action<Stream> readKept), (_, Action<Stream> readPlain)) in Overloads<Kept>().Zip(Overloads<Plain>()))
        {
            for (int i = 0; i < WarmPasses; i++)
            {
                Time(readKept, kept, 1);
                Time(readPlain, plain, 1);
            }

            // A turn of about a millisecond, whatever the overload takes.
            int passes = (int)Math.Max(1, Stopwatch.Frequency / 1000 / Math.Max(1, Time(readPlain, plain, 1)));
            double[] ratios = new double[turns];
            for (int i = 0; i < turns; i++)
            {
                long ofKept = i % 2 == 0 ? Time(readKept, kept, passes) : 0, ofPlain = Time(readPlain, plain, passes);
                ratios[i] = (double)(i % 2 == 0 ? ofKept : Time(readKept, kept, passes)) / ofPlain;
            }

            comparison.AtMost($"stream of readers, {name}", Median.Of(ratios), MostRatio, "times a plain one");
        }
    }

    // For each kind of stream compiled anew, as each is a structure; classes would share code.
    private static (string Name, Action<Stream> Read)[] Overloads<TKind>()
        where TKind : struct =>
    [
        ("Read(Span)", ReadSpan<TKind>),
        ("Read(byte[])", ReadArray<TKind>),
        ("ReadAsync(Memory)", ReadMemoryAsync<TKind>),
        ("ReadAsync(byte[])", ReadArrayAsync<TKind>),
        ("ReadByte", ReadByte<TKind>),
        ("CopyTo", Copy<TKind>),
        ("CopyToAsync", CopyAsync<TKind>),
    ];

    private static void ReadSpan<TKind>(Stream stream)
    {
        while (stream.Read(s_buffer.AsSpan()) > 0)
        {
            // What is read does not matter, here and below.
        }
    }

    private static void ReadArray<TKind>(Stream stream)
    {
        while (stream.Read(s_buffer, 0, BufferBytes) > 0)
        {
        }
    }

    private static void ReadMemoryAsync<TKind>(Stream stream)
    {
        while (Completed(stream.ReadAsync(s_buffer.AsMemory())) > 0)
        {
        }
    }

    private static void ReadArrayAsync<TKind>(Stream stream)
    {
        while (stream.ReadAsync(s_buffer, 0, BufferBytes).GetAwaiter().GetResult() > 0)
        {
        }
    }

    private static void ReadByte<TKind>(Stream stream)
    {
        while (stream.ReadByte() >= 0)
        {
        }
    }

    private static void Copy<TKind>(Stream stream) => stream.CopyTo(Stream.Null);

    private static void CopyAsync<TKind>(Stream stream) => stream.CopyToAsync(Stream.Null).GetAwaiter().GetResult();

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

    private readonly struct Kept;

    private readonly struct Plain;
}
