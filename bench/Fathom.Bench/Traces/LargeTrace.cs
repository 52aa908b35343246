using System.Diagnostics;
using Fathom.Bench.Measuring;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Bench.Traces;

/// <summary>Memory for a recording of perf of 10 GB, which comes through a pipe and is never on the disk.</summary>
internal static class LargeTrace
{
    private const long SizeBytes = 10_000_000_000;
    private const double MostMebibytes = 1e9 / (1 << 20);

    // One sample of so many has a stack that was not there before.
    private const int ChangedEach = 50;

    /// <summary>Measures, and compares with the limit.</summary>
    /// <param name="comparison">Gets the figures.</param>
    /// <param name="folder">Room for files.</param>
    public static void Measure(Comparison comparison, string folder)
    {
        string shortOne = Path.Combine(folder, "short.data"), pipe = Path.Combine(folder, "pipe.data");
        PerfPeer.RecordPipe(shortOne, 20_000);
        RepeatedTrace trace = new(File.ReadAllBytes(shortOne));
        using (Process made = Process.Start("mkfifo", pipe))
            made.WaitForExit();
        GC.Collect();
        double before = PeakMemory.Restart();
        Task writing = Task.Run(() =>
        {
            using FileStream stream = new(pipe, FileMode.Open, FileAccess.Write, FileShare.Read, bufferSize: 0);
            trace.Write(stream, SizeBytes, ChangedEach);
        });
        WholeWay way = WholeWay.Of(new PerfTraceExtractor(pipe), Path.Combine(folder, "large.fathom"));
        writing.Wait();
        comparison.Say("long recording of perf", SizeBytes / 1e9, "GB");
        comparison.Say("samples", trace.Samples / 1e6, "M");
        comparison.Say("  to committed tables", trace.Samples / way.Wall.TotalSeconds / 1e6, "M events/s, with making them");
        comparison.Say("  raw to recording", SizeBytes / (double)way.RecordingBytes, "times");
        comparison.Say("  resident before", before, "MiB");
        comparison.AtMost("  peak memory", PeakMemory.Mebibytes(), MostMebibytes, "MiB");
        Directory.Delete(Path.Combine(folder, "large.fathom"), recursive: true);
    }
}
