using System.Diagnostics;
using Fathom.Capture.Subjects;
using Fathom.Capture.Symbols;
using Fathom.Capture.Traces;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Extraction;

/// <summary>Makes a recording of each of many raw traces, several at once. One that is bad does not keep the others from theirs.</summary>
/// <param name="options">The command line, clock and names.</param>
/// <param name="folder">Where the recordings go; null for beside the traces, or the user's cache, where they answer for their traces and must be whole.</param>
/// <param name="jobs">How many are read at once.</param>
/// <param name="again">Whether those are read again whose recording is there already.</param>
public sealed class ExtractRun(CaptureOptions options, string? folder, int jobs, bool again)
{
    /// <summary>Reads them.</summary>
    /// <param name="traces">The traces.</param>
    /// <param name="progress">Told how far all together are.</param>
    /// <param name="stop">Cancels it; recordings that are whole stay.</param>
    /// <returns>One for each, in the same order.</returns>
    /// <exception cref="FathomException">Two traces would have the same recording.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public IReadOnlyList<ExtractedTrace> Run(IReadOnlyList<FileDescription> traces, IProgress<Progress> progress, CancellationToken stop)
    {
        string?[] places = [.. traces.Select(PlaceOf)];
        if (places.OfType<string>().GroupBy(static place => place).FirstOrDefault(static group => group.Count() > 1)?.Key is { } twice)
            throw FathomException.Usage($"Two of the traces would both become '{twice}'.", "give each trace once, and convert traces with equal names into different folders");
        ExtractedTrace[] results = new ExtractedTrace[traces.Count];
        JobsProgress all = new(progress, [.. traces.Select(static trace => trace.SizeBytes)]);
        Parallel.For(0, traces.Count, new ParallelOptions { MaxDegreeOfParallelism = jobs, CancellationToken = stop }, i =>
        {
            results[i] = One(traces[i], places[i], all.Of(i), stop);
            all.Ended(i);
        });
        return results;
    }

    private ExtractedTrace One(FileDescription trace, string? place, IProgress<Progress> progress, CancellationToken stop)
    {
        long start = Stopwatch.GetTimestamp();
        try
        {
            if (place is null)
                throw FathomException.Target($"There is no folder for the recording of '{trace.Path}'.", "name one: --to FOLDER");
            if (trace.Format.ReadTrace is not { } read)
                throw trace.Format.Refuse(trace);
            if (!again && (folder is null ? KeptTrace.TryOpen(trace) : KeptTrace.TryOpen(trace, place, options.LeftOut)) is { } kept)
            {
                using (kept)
                {
                    if (options.Trace.SymbolFolders.Count == 0 || SymbolRun.Apply(kept.Folder, options.Trace.SymbolFolders, options.Time, progress, stop).PlaceCount == 0)
                        return Told(trace, ExtractedTrace.Kept, kept, default);
                }

                using RecordingReader named = RecordingReader.Open(kept.Folder);
                return Told(trace, ExtractedTrace.Named, named, Stopwatch.GetElapsedTime(start));
            }

            if (Path.Exists(place) && !(folder is null ? KeptTrace.MayReplace(place) : KeptTrace.MayReplaceAny(place)))
                throw FathomException.Target($"'{place}' exists and was not made by this command, so it is not replaced.", "move it away, or name another folder: --to FOLDER");
            using SubjectRecording made = SubjectRecording.Keep(trace, (path, _, settings) => read(path, settings.Trace), place, options with { Parallel = jobs }, progress, stop);
            return Told(trace, ExtractedTrace.Extracted, made.Reader, Stopwatch.GetElapsedTime(start));
        }
        catch (FathomException e)
        {
            return Failed(trace, Stopwatch.GetElapsedTime(start), e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Failed(trace, Stopwatch.GetElapsedTime(start), FathomException.Target($"'{trace.Path}' cannot be read: {e.Message}", "check whether it is still there"));
        }
    }

    private string? PlaceOf(FileDescription trace) =>
        folder is null ? KeptPlace.ToWrite(trace.Path, KeptTrace.MayReplace) : Path.Combine(Path.GetFullPath(folder), Path.GetFileName(Path.TrimEndingDirectorySeparator(trace.Path)) + ".fathom");

    private static ExtractedTrace Failed(FileDescription trace, TimeSpan elapsed, FathomException e) =>
        new(trace.Path, trace.Format.Name, ExtractedTrace.Failed, trace.SizeBytes, null, null, null, null, elapsed, e.Message) { NextStep = e.NextStep };

    /// <summary>What became of a trace, by its recording.</summary>
    internal static ExtractedTrace Told(FileDescription trace, string state, RecordingReader recording, TimeSpan elapsed) => new(
        trace.Path,
        trace.Format.Name,
        state,
        trace.SizeBytes,
        recording.Path,
        recording.Manifest.Parts.Sum(static part => part.Bytes),
        recording.Manifest.Parts.Sum(static part => part.Rows),
        recording.Manifest.Losses.Sum(static loss => Math.Max(1, loss.Count)),
        elapsed,
        null);
}
