using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Recording;

/// <summary>
/// Asks a flight recorder for a save and waits for it. Only recorders of this user are asked, by a signal to a process that proved to be one;
/// what it made is read from its own folder.
/// </summary>
public static class SaveRequest
{
    /// <summary>The signal that asks: SIGUSR2, which .NET has no name for.</summary>
    public const int Signal = 12;

    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(50);

    // A debugger, or who writes a dump of it, stops it for less.
    private static readonly TimeSpan s_still = TimeSpan.FromSeconds(2);

    /// <summary>Asks, and waits.</summary>
    /// <param name="ring">The recorder.</param>
    /// <param name="progress">Told what is waited for.</param>
    /// <param name="stop">Ends the waiting; the save is made all the same.</param>
    /// <returns>What was saved.</returns>
    /// <exception cref="FathomException">It could not be asked, or has ended before, or stands still.</exception>
    public static SavedRecording Ask(RunningRing ring, IProgress<Progress> progress, CancellationToken stop)
    {
        using HeldProcess? process = HeldProcess.TryHold(ring.ProcessId, out bool isGone);
        // It may have ended, and its number may be that of another process.
        RecorderNotes? notes = RecorderNotes.TryRead(Path.Combine(ring.Raw, RawFolder.NotesFile));
        if (isGone || RunningRecorder.Of(notes, ring.Raw) is not { IsSure: true, IsElsewhere: false })
            throw Ended(ring);
        if (process is null)
        {
            throw FathomException.NotPossible(
                $"Process {ring.ProcessId}, the recorder, cannot be asked safely: the kernel, or a filter of system calls, refuses pidfd_open.",
                $"kill -USR2 {ring.ProcessId} asks it too; its saves are beside '{ring.Recording}'");
        }

        if (process.IsStill)
            throw Still(ring, "is stopped or frozen, so it saves nothing");

        using SaveBookReader? book = SaveBookReader.TryOpen(ring.Raw);
        long askedNs = Stopwatch.GetTimestamp();
        if (book is null || !process.TrySend(Signal))
        {
            throw FathomException.Target(
                $"The recorder, process {ring.ProcessId}, begins or ends now and takes no request.",
                $"try again, or see whether its recording is there: fathom info {ring.Recording}");
        }

        progress.Report(new Progress($"waiting for process {ring.ProcessId} to save", 0, 0));
        long wentNs = askedNs;
        while (true)
        {
            // Before the last look.
            bool hasEnded = process.HasEnded;
            if (book.FirstSince(askedNs) is { } note)
                return SavedRecording.Of(note);
            if (hasEnded)
                throw Ended(ring);
            if (!process.IsStill)
                wentNs = Stopwatch.GetTimestamp();
            else if (Stopwatch.GetElapsedTime(wentNs) >= s_still)
                throw Still(ring, "was stopped or frozen after it was asked; it saves when it goes on");
            stop.WaitHandle.WaitOne(s_look);
            stop.ThrowIfCancellationRequested();
        }
    }

    private static FathomException Still(RunningRing ring, string why) => FathomException.Target(
        $"The recorder, process {ring.ProcessId}, {why}.", $"kill -CONT {ring.ProcessId} resumes one that a signal stopped");

    private static FathomException Ended(RunningRing ring) => FathomException.Target(
        $"The recorder, process {ring.ProcessId}, ended before it saved. At its end it makes '{ring.Recording}' of its last part.",
        $"fathom info {ring.Recording}");
}
