using System.Diagnostics.Tracing;
using Fathom.Bench.Measuring;
using Fathom.Sources.Traces.Joined;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Bench.Traces;

/// <summary>Memory and time for a minute of a busy machine: a recording of perf and the events of many .NET programs, of which each tells all methods that it used.</summary>
internal static class BusyMinute
{
    private const int Programs = 86;
    private const int ShortPrograms = 20;
    private const long SizeBytes = 465_000_000;
    private const double MostMebibytes = 600;

    // One sample of so many has a stack that was not there before.
    private const int ChangedEach = 3;

    /// <summary>Measures, and compares with the limit.</summary>
    /// <param name="comparison">Gets the figures.</param>
    /// <param name="isShort">Whether fewer programs and samples are enough.</param>
    /// <param name="folder">Room for files.</param>
    public static void Measure(Comparison comparison, bool isShort, string folder)
    {
        string perf = Path.Combine(folder, "minute.data");
        long samples = WritePerf(perf, folder, isShort ? SizeBytes / 5 : SizeBytes);
        string[] programs = [.. Enumerable.Range(1, isShort ? ShortPrograms : Programs).Select(number => Path.Combine(folder, FormattableString.Invariant($"{number}.nettrace")))];
        WriteEvents(programs);
        GC.Collect();
        double before = PeakMemory.Restart();
        WholeWay way = WholeWay.Of(new JoinedTraceExtractor(perf, programs) { IsOfOneRecorder = true }, Path.Combine(folder, "minute.fathom"));
        comparison.Say("busy minute", samples / 1e6, "M samples");
        comparison.Say("  programs with events", programs.Length, "");
        comparison.Say("  events of each", new FileInfo(programs[0]).Length / 1e6, "MB");
        comparison.Say("  to committed tables", way.Wall.TotalSeconds, "s");
        comparison.Say("  on processors", way.Processor.TotalSeconds, "s");
        comparison.Say("  resident before", before, "MiB");
        comparison.AtMost("  peak memory", PeakMemory.Mebibytes(), MostMebibytes, "MiB");
        Directory.Delete(Path.Combine(folder, "minute.fathom"), recursive: true);
        foreach (string file in (string[])[perf, .. programs])
            File.Delete(file);
    }

    private static long WritePerf(string file, string folder, long sizeBytes)
    {
        string shortOne = Path.Combine(folder, "minute-short.data");
        PerfPeer.RecordPipe(shortOne, 20_000);
        RepeatedTrace trace = new(File.ReadAllBytes(shortOne));
        using FileStream stream = File.Create(file);
        trace.Write(stream, sizeBytes, ChangedEach);
        return trace.Samples;
    }

    // Each program gets a copy of the rundown of this process.
    private static void WriteEvents(string[] files)
    {
        using (EventPipeSession session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(
            [new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, 0x18)], requestRundown: true, 256))
        {
            using FileStream stream = File.Create(files[0]);
            Task copy = session.EventStream.CopyToAsync(stream);
            session.Stop();
            copy.Wait();
        }

        foreach (string other in files[1..])
            File.Copy(files[0], other);
    }
}
