using Fathom.Capture.Subjects;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Recording;

/// <summary>
/// Records running programs for one answer. Without a name, the recording and its raw files are in a folder for this user only, which is removed.
/// </summary>
public static class LiveRecording
{
    private const string Name = "live.fathom";
    private const int MostTries = 20;

    private static readonly TimeSpan s_tryAgain = TimeSpan.FromMilliseconds(20);

    /// <summary>Records until the end, as <c>fathom record</c> does.</summary>
    /// <param name="options">What is recorded. <see cref="RecordOptions.SaveTo"/> is empty for a recording that is not kept.</param>
    /// <param name="recorder">Name and version of this program.</param>
    /// <param name="began">Told when all sources are on, and what the recording will lack.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Ends the recording, which then answers for the time until there.</param>
    /// <param name="soon">Leaves what is not done yet.</param>
    /// <returns>The recording, whose disposal removes it where it is not kept, and what was recorded.</returns>
    /// <exception cref="FathomException">Nothing can be recorded, the program cannot be started, or there is no room.</exception>
    /// <exception cref="OperationCanceledException">There was no time to read it; nothing is left of a recording without a name.</exception>
    public static (SubjectRecording Recording, RecordOutcome Outcome) Make(
        RecordOptions options,
        string recorder,
        Action<RecordBegin> began,
        IProgress<Progress> progress,
        CancellationToken stop,
        CancellationToken soon)
    {
        PrivateFolder? folder = options.SaveTo.Length == 0 ? PrivateFolder.Create() : null;
        string place = folder is null ? options.SaveTo : Path.Combine(folder.Path, Name);
        try
        {
            RecordOutcome outcome;
            using (RecordRun run = new(options with { SaveTo = place }, recorder, began))
                outcome = run.Run(progress, stop, soon);
            if (outcome.Recording is null)
                throw Unread(outcome, folder is not null, soon);
            return (SubjectRecording.OfMade(RecordingReader.Open(place), folder), outcome);
        }
        catch
        {
            Remove(folder);
            throw;
        }
    }

    private static Exception Unread(RecordOutcome outcome, bool isRemoved, CancellationToken soon)
    {
        if (isRemoved && soon.IsCancellationRequested)
            return new OperationCanceledException(soon);
        string why = $"What was recorded could not be read: {outcome.ExtractionFailure}";
        return isRemoved
            ? FathomException.Target(why, "keep it on a disk with room: --save FOLDER/NAME.fathom; or record for a shorter time: --duration 5s")
            : FathomException.Target($"{why} The raw files stay in '{outcome.RawFolder}'.", $"fathom extract '{outcome.RawFolder}'");
    }

    // Where time is short, threads that still write may make a file while the folder is being removed.
    // What stays then is removed by a later start.
    private static void Remove(PrivateFolder? folder)
    {
        for (int tries = 1; folder is not null; tries++)
        {
            try
            {
                folder.Dispose();
                return;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException && tries < MostTries)
            {
                CancellationToken.None.WaitHandle.WaitOne(s_tryAgain);
            }
        }
    }
}
