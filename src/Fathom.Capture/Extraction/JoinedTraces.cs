using System.Diagnostics;
using Fathom.Capture.Subjects;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Subjects;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Joined;

namespace Fathom.Capture.Extraction;

/// <summary>Makes one recording of several traces of the same time: at most one of perf, and those of .NET programs.</summary>
public static class JoinedTraces
{
    /// <summary>Reads them.</summary>
    /// <param name="traces">The traces.</param>
    /// <param name="options">Where the recording goes.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Cancels it; nothing is left behind.</param>
    /// <returns>One for each trace; rows and sizes are those of the whole recording, and stand with the first.</returns>
    /// <exception cref="FathomException">They do not belong together, or one cannot be read.</exception>
    public static IReadOnlyList<ExtractedTrace> Read(IReadOnlyList<FileDescription> traces, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop) =>
        Read(traces, null, options, progress, stop);

    /// <summary>Reads them, and what their recorder says beside them.</summary>
    /// <param name="traces">The traces.</param>
    /// <param name="parts">What the recorder says; null where they are of others.</param>
    /// <param name="options">Where the recording goes.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Cancels it; nothing is left behind.</param>
    internal static IReadOnlyList<ExtractedTrace> Read(
        IReadOnlyList<FileDescription> traces, IRecordedParts? parts, CaptureOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        long start = Stopwatch.GetTimestamp();
        if (traces.FirstOrDefault(static trace => trace.Format.ReadTrace is null) is { } other)
            throw other.Format.Refuse(other);
        string[] machine = [.. traces.Where(static trace => trace.Format == FileFormats.PerfData).Select(static trace => trace.Path)];
        if (machine.Length > 1)
            throw FathomException.Usage($"'{machine[0]}' and '{machine[1]}' are both from perf, and a recording can hold only one.", "give one of them, and the files of .NET programs");
        FileDescription[] windows = [.. traces.Where(static trace => trace.Format == FileFormats.Etl || trace.Format == FileFormats.PackedEtl)];
        if (windows.Length > 0 && windows.Length < traces.Count)
        {
            throw FathomException.Usage(
                $"'{windows[0].Path}' is of Windows, and '{traces.Except(windows).First().Path}' is not, so they are of two machines.",
                "make a recording of each");
        }

        // One alone needs no common clock.
        IExtractor extractor = windows.Length > 1
            ? new EtlExtractor([.. windows.Select(static trace => trace.Path)], options.Trace)
            : parts is null && traces is [{ Format.ReadTrace: { } read } one]
            ? read(one.Path, options.Trace)
            : new JoinedTraceExtractor(machine.FirstOrDefault(), [.. traces.Select(static trace => trace.Path).Except(machine)], options.Trace, parts?.Marks)
            {
                MachineLog = parts?.MachineLog,
                IsOfOneRecorder = parts is not null,
            };
        RecordedExtractor? recorded = parts is null ? null : new RecordedExtractor((JoinedTraceExtractor)extractor, parts);
        using SubjectRecording made = SubjectRecording.OfFiles(traces, recorded ?? extractor, options, progress, stop, recorded is null ? null : recorded.Describe);
        TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
        return
        [
            .. traces.Select((trace, index) => index == 0
                ? ExtractRun.Told(trace, ExtractedTrace.Extracted, made.Reader, elapsed)
                : new ExtractedTrace(trace.Path, trace.Format.Name, ExtractedTrace.Extracted, trace.SizeBytes, made.Reader.Path, null, null, null, default, null)),
        ];
    }
}
