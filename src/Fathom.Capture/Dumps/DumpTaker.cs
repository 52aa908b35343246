using System.Diagnostics;
using System.Globalization;
using Fathom.Capture.Actions;
using Fathom.Capture.Triggers;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Sources.DumpWriting;
using Fathom.Sources.Events;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Live;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Dumps;

/// <summary>
/// Takes a dump of a process: saves beside it what a dump does not hold, lets the runtime write it under a temporary name, opens and walks it, and only
/// then gives it its name. Whatever goes wrong leaves neither a half file nor a stopped process.
/// </summary>
/// <param name="options">How dumps are written.</param>
public sealed class DumpTaker(DumpOptions options)
{
    private const int MaxAttempts = 3;

    /// <summary>Takes a dump.</summary>
    /// <param name="process">The process.</param>
    /// <param name="path">Full path of the dump.</param>
    /// <param name="cause">What led to it; null where it is asked for at once.</param>
    /// <param name="counters">The counters of its runtime, where somebody listens to them already.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it; the process runs, and nothing is left behind.</param>
    /// <exception cref="FathomException">There is no dump.</exception>
    internal DumpTaken Take(
        ProcessFacts process,
        string path,
        TriggerCause? cause,
        RuntimeMetrics? counters,
        IProgress<Progress> progress,
        CancellationToken stop)
    {
        DumpPaths paths = new(path);
        CheckFolder(paths);
        using DumpRequest request = DumpRequest.Prepare(process.Pid, options.Kind, paths.Partial);
        if (!options.Force)
            CheckSpace(paths, request.Estimate.SizeBytes);
        foreach (string note in request.Notes)
            options.Noted?.Invoke(note);
        if (StillTarget.Note(process.Pid) is { } still)
            options.Noted?.Invoke(still);
        options.Announced?.Invoke(paths.Final, request.Estimate.SizeBytes, request.Estimate.Pause);
        using IDisposable? guard = options.Fathom.Count > 0
            ? request.BeginGuard(options.Fathom, new DumpLeftovers(paths.Final, [paths.Partial, paths.PartialSidecar], paths.Sidecar))
            : null;
        using RecordingWriter sidecar = RecordingWriter.Create(
            paths.Sidecar, new RecordingOptions(options.Command) { Labels = options.Labels, Replace = options.Force, Time = options.Time });
        Debug.Assert(sidecar.Folder == paths.PartialSidecar, "the guard must know the folder's temporary name");
        try
        {
            return Take(process, paths, request, sidecar, cause, counters, progress, stop);
        }
        finally
        {
            // While the guard still stands.
            request.Dispose();
            Remove(paths.Partial);
        }
    }

    /// <summary>The full path of the dump that is taken now, and what other files of that moment are named by.</summary>
    /// <param name="process">The process.</param>
    /// <param name="number">Which one it is, from 1.</param>
    internal string PathOf(ProcessFacts process, int number) => options.Name.PathOf(process, options.Time.GetUtcNow(), number);

    /// <summary>Makes the file of another action, in a process of its own.</summary>
    internal VerbRun Verbs()
    {
        string[] dac = options.Dac is { } folder ? ["--dac", folder] : [], force = options.Force ? ["--force"] : [];
        IEnumerable<string> labels = options.Labels.SelectMany(static label => (string[])["--label", $"{label.Key}={label.Value}"]);
        return new VerbRun(options.Fathom, [.. force, .. labels], dac);
    }

    /// <summary>Begins to wait for the crash of a program that is about to be started.</summary>
    internal CrashDumps WaitForCrashes(IReadOnlyList<string> command) => new(this, options, command);

    /// <summary>Says something that a reader must know.</summary>
    internal void Note(string sentence) => options.Noted?.Invoke(sentence);

    private DumpTaken Take(
        ProcessFacts process, DumpPaths paths, DumpRequest request, RecordingWriter sidecar, TriggerCause? cause, RuntimeMetrics? counters, IProgress<Progress> progress, CancellationToken stop)
    {
        long start = Stopwatch.GetTimestamp();
        WriteSidecar(process, sidecar, start, counters, progress, stop);
        for (int attempt = 1; ; attempt++)
        {
            long asked = Stopwatch.GetTimestamp();
            DumpWritten written = request.Write(progress, stop);
            progress.Report(new Progress("walking the dump", 0, 0));
            DumpVerdict verdict = DumpVerifier.Verify(paths.Partial, request.Kind, options.Dac, stop);
            if (!verdict.IsWhole)
                throw NotWhole(process.Pid, verdict);
            if (verdict.InCollection && attempt < MaxAttempts)
            {
                options.Noted?.Invoke("The dump was written in the middle of a garbage collection, so another one is written.");
                continue;
            }

            if (verdict.Problem is { } problem)
                options.Noted?.Invoke($"The dump is complete, but not verified. {problem}");
            TimeSpan? delay = cause?.Timestamp is { } happened && written.StopTimestamp != 0 ? Stopwatch.GetElapsedTime(happened, written.StopTimestamp) : null;
            DumpTaken taken = new(paths.Final, request.Kind, new FileInfo(paths.Partial).Length, written.Pause, verdict.IsVerified, cause, delay);
            Publish(paths, taken, request.Estimate, Stopwatch.GetElapsedTime(start, asked), sidecar);
            return taken;
        }
    }

    private void WriteSidecar(ProcessFacts process, RecordingWriter sidecar, long start, RuntimeMetrics? counters, IProgress<Progress> progress, CancellationToken stop)
    {
        List<string> notes = [];
        WriteSidecar(process, sidecar, start, notes, progress, stop);
        using (DumpEvents? own = counters is null ? DumpEvents.TryStart(process.Pid, notes.Add, stop) : null)
        {
            if ((counters ?? own?.Counters) is { } told)
                new CounterExtractor(1, told, notes.Add).Run(sidecar, progress, stop);
        }

        sidecar.Describe(manifest => manifest with { Warnings = [.. manifest.Warnings, .. notes] });
    }

    /// <summary>Writes what is read from outside of the process, which may stand still.</summary>
    internal void WriteSidecar(ProcessFacts process, RecordingWriter sidecar, long start, List<string> notes, IProgress<Progress> progress, CancellationToken stop)
    {
        ProcessRow row = process.ToRow(1, sidecar.Ids);
        sidecar.Write(new ReadOnlySpan<ProcessRow>(in row));
        sidecar.Describe(manifest => manifest with
        {
            Clock = new ManifestClock("monotonic", options.Time.GetUtcNow(), null),
            Targets = [new ManifestTarget(process.Pid, process.Name, process.CommandLine)],
        });
        MemoryExtractorOptions memory = new() { RecordingStart = start, Dac = options.Dac, Noted = notes.Add };
        new SidecarExtractor(process.Pid, memory).Run(sidecar, progress, stop);
    }

    // The recording first: it needs space on the disk, while the last step is a mere rename.
    private void Publish(DumpPaths paths, DumpTaken taken, DumpEstimate estimate, TimeSpan asked, RecordingWriter sidecar)
    {
        Describe(taken, estimate.SizeBytes, asked, sidecar);
        sidecar.Commit();
        try
        {
            Rename(paths.Partial, paths.Final, options.Force);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            OwnTree.DeleteFolder(paths.Sidecar);
            throw FathomException.Target($"The dump cannot be given the name '{paths.Final}': {e.Message}", "choose another name with -o", e);
        }
    }

    /// <summary>Gives a dump its name, in the place of another one where that was asked for.</summary>
    internal static void Rename(string from, string to, bool mayReplace)
    {
        if (mayReplace)
            OwnTree.Rename(from, to);
        else
            OwnTree.RenameUnlessThere(from, to);
    }

    /// <summary>Writes the row of a dump into the recording beside it.</summary>
    internal static void Describe(DumpTaken taken, long expectedBytes, TimeSpan asked, RecordingWriter sidecar)
    {
        DumpRow row = new(
            1,
            asked.Ticks * TimeSpan.NanosecondsPerTick,
            sidecar.Ids.Text(Path.GetFileName(taken.Path)),
            sidecar.Ids.Text(DumpRequest.Name(taken.Kind)),
            taken.SizeBytes,
            expectedBytes,
            taken.Pause.Ticks * TimeSpan.NanosecondsPerTick,
            taken.IsVerified,
            sidecar.Ids.Text(taken.Cause?.Text),
            taken.CauseDelay?.Ticks * TimeSpan.NanosecondsPerTick);
        sidecar.Write(new ReadOnlySpan<DumpRow>(in row));
    }

    /// <summary>Checks that a dump, or a recording beside it, can get its name.</summary>
    internal void CheckFolder(DumpPaths paths)
    {
        string folder = Path.GetDirectoryName(paths.Final)!;
        if (!Directory.Exists(folder))
            throw FathomException.Target($"Cannot write '{paths.Final}': there is no folder '{folder}'.", $"mkdir -p '{folder}'");
        bool isRecording = paths.Final.EndsWith(".fathom", StringComparison.Ordinal);
        if (!isRecording && Directory.Exists(paths.Final))
            throw FathomException.Target($"Cannot write '{paths.Final}': it is a folder.", $"-o '{paths.Final}/' writes into it");
        if (!options.Force && Path.Exists(paths.Final))
            throw FathomException.Target($"'{paths.Final}' exists already.", "choose another name with -o, or add --force to replace it");
    }

    private static void CheckSpace(DumpPaths paths, long bytes)
    {
        string folder = Path.GetDirectoryName(paths.Final)!;
        long free = new DriveInfo(folder).AvailableFreeSpace;
        if (free < bytes)
        {
            throw FathomException.Target(
                string.Create(CultureInfo.InvariantCulture, $"'{folder}' has {free:N0} bytes free, and the dump will need about {bytes:N0} (an estimate)."),
                "write it elsewhere with -o, a smaller one with --kind, or try in spite of that with --force");
        }
    }

    private static FathomException NotWhole(int pid, DumpVerdict verdict) => FathomException.Target(
        $"The dump of process {pid} is incomplete, so it is removed: its writer was killed or failed. {verdict.Problem}",
        "check the space on the disk and the memory of the container, then try again");

    private static void Remove(string file)
    {
        try
        {
            OwnTree.DeleteFile(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Where the folder has become unwritable the file stays, under a name that nobody takes for a dump.
            return;
        }
    }
}
