using System.Diagnostics;
using Fathom.Capture.Traces;
using Fathom.Model.Recording;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;

namespace Fathom.Bench.Traces;

/// <summary>What it cost to make a recording of a trace: reading, naming, writing and committing it.</summary>
/// <param name="Wall">From begin to end.</param>
/// <param name="Processor">Time on all processors.</param>
/// <param name="RecordingBytes">Size of the recording.</param>
internal readonly record struct WholeWay(TimeSpan Wall, TimeSpan Processor, long RecordingBytes)
{
    private static readonly IProgress<Progress> s_nobody = new Progress<Progress>();

    /// <summary>Makes the recording, in the place of one that is there.</summary>
    public static WholeWay Of(IExtractor extractor, string recording)
    {
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        long start = Stopwatch.GetTimestamp();
        using (RecordingWriter writer = RecordingWriter.Create(recording, new RecordingOptions("bench/traces") { Replace = true }))
        {
            PassingTimes kept = new(writer);
            extractor.Run(kept, s_nobody, CancellationToken.None);
            MethodTimes.Write(writer, kept, s_nobody, CancellationToken.None);
            writer.Commit();
        }

        TimeSpan wall = Stopwatch.GetElapsedTime(start);
        long bytes = new DirectoryInfo(recording).EnumerateFiles("*", SearchOption.AllDirectories).Sum(static file => file.Length);
        return new WholeWay(wall, Environment.CpuUsage.TotalTime - processor, bytes);
    }
}
