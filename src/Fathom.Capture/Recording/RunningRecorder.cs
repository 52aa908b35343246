using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Recording;

/// <summary>A recorder that writes beside its notes now, or may do so. Numbers of processes come again, so a signal to one is advised only where it is that recorder.</summary>
/// <param name="ProcessId">Its number (pid).</param>
/// <param name="IsSure">Whether it is the one: its notes tell when it started.</param>
/// <param name="IsElsewhere">Whether no process that is seen from here is the one: the number is that of its own PID namespace.</param>
internal sealed record RunningRecorder(int ProcessId, bool IsSure, bool IsElsewhere = false)
{
    private const string BootFile = "/proc/sys/kernel/random/boot_id";

    /// <summary>The recorder of some notes; null where it has ended.</summary>
    /// <param name="notes">Its notes; null where there are none.</param>
    /// <param name="raw">The folder in which they are.</param>
    public static RunningRecorder? Of(RecorderNotes? notes, string raw)
    {
        if (notes is not { End: null })
            return null;
        bool isSeen = notes.Start is not null && StartOf(notes.ProcessId) == notes.Start;
        if (!isSeen && FileHold.IsHeld(Path.Combine(raw, RawFolder.HeldFile)))
            return new RunningRecorder(notes.ProcessId, IsSure: true, IsElsewhere: true);
        if (notes.ProcessId == Environment.ProcessId || ProgramName.Of(notes.ProcessId) is not ("fathom" or "dotnet"))
            return null;
        if (notes.Start is null)
            return new RunningRecorder(notes.ProcessId, IsSure: false);
        return isSeen ? new RunningRecorder(notes.ProcessId, IsSure: true) : null;
    }

    /// <summary>When a process of this machine started, as notes have it; null where there is none. No other process of that number has the same.</summary>
    public static string? StartOf(int processId) =>
        ProcessInstance.TryFind(processId, out ProcessInstance process, out _) ? $"{process.StartTicks} {File.ReadAllText(BootFile).TrimEnd()}" : null;

    /// <summary>The refusal to touch what it writes.</summary>
    /// <param name="raw">Its folder.</param>
    /// <param name="ended">What follows when it has ended.</param>
    public FathomException Refusal(string raw, string ended) => this switch
    {
        { IsElsewhere: true } => FathomException.Target(
            $"'{raw}' is being recorded by a process in another PID namespace, where its pid is {ProcessId}.", $"end it there, for example in its container: kill -INT {ProcessId}; {ended}"),
        { IsSure: true } => FathomException.Target($"'{raw}' is being recorded by process {ProcessId}.", $"end it: kill -INT {ProcessId}; {ended}"),
        _ => FathomException.Target(
            $"'{raw}' was begun by process {ProcessId}. A process with that pid runs, and it cannot be determined whether it is that recorder.",
            $"ps -o lstart,args {ProcessId} shows it; if it is another program: rm {Path.Combine(raw, RawFolder.NotesFile)}"),
    };
}
