using Fathom.Bench.Etl;
using Fathom.Bench.Measuring;
using Fathom.Bench.Traces;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Model.Recording;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Rows;
using Microsoft.Win32.SafeHandles;
using Stopwatch = System.Diagnostics.Stopwatch;

namespace Fathom.Bench.Areas;

/// <summary>
/// Windows traces: events per second from buffers to batches of rows, compressed bytes per second, memory of a long trace, size of the
/// recording.
/// </summary>
internal static class EtlBench
{
    private const double LeastEvents = 3;
    private const double LeastMegabytes = 100;
    private const double LeastRatio = 15;
    private const double MostMoreMebibytes = 128;
    private const long LongBytes = 5L << 30;
    private const long ShortBytes = 512L << 20;
    private const long SmallBytes = 128L << 20;
    private const long LongerBytes = 32L << 20;
    private const int Head = 0x48;
    private const int Rounds = 5;
    private const int WarmRounds = 6;
    private const int InflateRounds = 20;

    /// <summary>Measures, and compares with the limits.</summary>
    /// <param name="options">How.</param>
    /// <param name="isOneCore">Whether this process has one processor: another way, for with several, threads load buffers ahead.</param>
    public static int Run(BenchOptions options, bool isOneCore)
    {
        string data = Path.Combine(BenchPaths.Folder("FATHOM_TEST_DATA"), "etl", "perfview");
        Comparison comparison = new(options.Output);
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-etl-");
        try
        {
            RepeatedEtl repeated = new(RepeatedEtl.Unpack(Path.Combine(data, "net.4.5.x86.win7.etl.zip")));
            string small = Path.Combine(folder.FullName, "small.etl"), large = Path.Combine(folder.FullName, "large.etl"),
                packed = Path.Combine(folder.FullName, "packed.etl"), longer = Path.Combine(folder.FullName, "longer.etl");
            repeated.Write(small, SmallBytes);
            byte[] windows = RepeatedEtl.Unpack(Path.Combine(data, "net.4.5.2.x86.etl.zip"));
            File.WriteAllBytes(packed, windows);
            byte[] inflated = RepeatedEtl.Inflated(windows);
            new RepeatedEtl(inflated).Write(longer, LongerBytes, isPacked: true);
            if (isOneCore)
            {
                comparison.Say("records of the uncompressed trace", RecordsOf(small) / 1e6, "M");
                comparison.Say("compressed by Windows", (double)inflated.Length / windows.Length, "times");
                comparison.Say("compressed by this benchmark", RatioOf(longer), "times");
            }

            // What is compiled while it runs is another matter; a long trace pays for it once.
            // Compiling takes longer where there is one processor for it too.
            for (int i = 0; i < (isOneCore ? 3 * WarmRounds : WarmRounds); i++)
                _ = Read(small) + Read(packed);
            Read(longer);
            if (isOneCore)
            {
                Inflate(comparison, packed);
                OneCore(comparison, small, packed, longer);
                return options.ExitCode(comparison.AllKept);
            }

            ByTheClock(comparison, small, longer);
            double before = PeakMemory.Restart();
            Read(small);
            double ofSmall = PeakMemory.Mebibytes();
            repeated.Write(large, options.Short ? ShortBytes : LongBytes);
            PeakMemory.Restart();
            Read(large);
            comparison.Say("resident before", before, "MiB");
            comparison.Say($"peak of {SmallBytes >> 20} MB", ofSmall, "MiB");
            comparison.AtMost($"peak of {new FileInfo(large).Length >> 20} MB", PeakMemory.Mebibytes(), ofSmall + MostMoreMebibytes, "MiB");
            WholeWay way = WholeWay.Of(new EtlExtractor(small, TraceOptions.Usual), Path.Combine(folder.FullName, "small.fathom"));
            comparison.Say("to committed tables", way.Wall.TotalSeconds, "s");
            comparison.AtLeast("raw file to recording", (double)new FileInfo(small).Length / way.RecordingBytes, LeastRatio, "times");
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        return options.ExitCode(comparison.AllKept);
    }

    // The least of several: other programs on the machine only ever take time away.
    private static void OneCore(Comparison comparison, string small, string packed, string longer)
    {
        List<double> events = [], bytes = [], bytesOfShort = [];
        for (int i = 0; i < Rounds; i++)
        {
            long count = 0;
            double seconds = ProcessorTime.Of(() => count = Read(small)).TotalSeconds;
            events.Add(count / seconds / 1e6);
            bytes.Add(new FileInfo(longer).Length / ProcessorTime.Of(() => Read(longer)).TotalSeconds / 1e6);
            bytesOfShort.Add(new FileInfo(packed).Length / ProcessorTime.Of(() => Read(packed)).TotalSeconds / 1e6);
        }

        comparison.AtLeast("events to rows, of one core", events.Max(), LeastEvents, "M events/s beside their stacks");
        comparison.Say("compressed input, of one core", bytes.Max(), "MB/s");
        comparison.Say("  a file of 13 s", bytesOfShort.Max(), "MB/s");
    }

    private static void ByTheClock(Comparison comparison, string small, string longer)
    {
        List<double> events = [], bytes = [];
        for (int i = 0; i < Rounds; i++)
        {
            long start = Stopwatch.GetTimestamp();
            long count = Read(small);
            events.Add(count / Stopwatch.GetElapsedTime(start).TotalSeconds / 1e6);
            start = Stopwatch.GetTimestamp();
            Read(longer);
            bytes.Add(new FileInfo(longer).Length / Stopwatch.GetElapsedTime(start).TotalSeconds / 1e6);
        }

        comparison.Say("events to rows, by the clock", events.Max(), "M events/s beside their stacks");
        comparison.AtLeast("compressed input, by the clock", bytes.Max(), LeastMegabytes, "MB/s");
    }

    private static long RecordsOf(string path)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        return new EtlTrace((offset, buffer) => RandomAccess.Read(file, buffer, (long)offset), RandomAccess.GetLength(file), path, CancellationToken.None)
            .Surveyed;
    }

    private static double RatioOf(string packed)
    {
        byte[] content = File.ReadAllBytes(packed);
        return (double)RepeatedEtl.Inflated(content).Length / content.Length;
    }

    // All buffers of a trace, in memory: what a core does of decompression alone.
    private static void Inflate(Comparison comparison, string packed)
    {
        byte[] content = File.ReadAllBytes(packed);
        byte[] to = new byte[1 << 20];
        List<double> speeds = [];
        long bytes = 0;
        for (int i = 0; i < InflateRounds; i++)
        {
            bytes = 0;
            TimeSpan time = ProcessorTime.Of(() =>
            {
                for (int at = 0; at + Head <= content.Length && BitConverter.ToInt32(content, at) is >= Head and var size; at += size)
                {
                    if ((content[at + 0x34] & 0x40) != 0)
                        bytes += Xpress.Inflate(
                            content.AsSpan(at + Head, size - Head), to.AsSpan(0, BitConverter.ToInt32(content, at + 0x30) - Head));
                }
            });
            speeds.Add(bytes / time.TotalSeconds / 1e6);
        }

        comparison.Say("buffers inflated, of what they become", speeds.Max(), "MB/s");
    }

    private static long Read(string path)
    {
        DroppingSink sink = new();
        new EtlExtractor(path, TraceOptions.Usual).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink.Events;
    }
}
