using System.Diagnostics;
using Fathom.Capture.Triggers;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.DumpWriting;
using Fathom.Sources.Machine.Processes;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Dumps;

/// <summary>A process that crashes: its runtime's writer is at work, and the process is there until that is done.</summary>
internal sealed class CrashDump : IDisposable
{
    private readonly CrashWriter _writer;
    private readonly long _start = Stopwatch.GetTimestamp();
    private long _end;
    private long _expectedBytes;
    private RecordingWriter? _beside;

    private CrashDump(CrashFolder folder, int processId)
    {
        ProcessId = processId;
        File = folder.FileOf(processId);
        _writer = new CrashWriter(folder, processId);
    }

    /// <summary>Number of the process (pid).</summary>
    public int ProcessId { get; }

    /// <summary>The dump under its temporary name.</summary>
    public string File { get; }

    /// <summary>Its name; null where it had ended before it could be looked at.</summary>
    public string? Name { get; private set; }

    /// <summary>Why there is no recording beside it, as a sentence.</summary>
    public string? Missing { get; private set; }

    /// <summary>Whether the writer is done.</summary>
    public bool IsDone
    {
        get
        {
            if (_end == 0 && _writer.IsAnyAtWork)
                return false;
            if (_end == 0)
                _end = Stopwatch.GetTimestamp();
            return true;
        }
    }

    /// <summary>Whether a writer holds a process for a dump into a folder.</summary>
    public static bool IsBegun(CrashFolder folder, int processId) => new CrashWriter(folder, processId).IsAtWork;

    /// <summary>Looks at the process before it is gone; its writer waits for that.</summary>
    /// <param name="folder">Where the dump is written.</param>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="taker">Writes what lies beside a dump.</param>
    /// <param name="options">How dumps are written.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static CrashDump Look(CrashFolder folder, int processId, DumpTaker taker, DumpOptions options, CancellationToken stop)
    {
        CrashDump crash = new(folder, processId);
        crash.Look(taker, options, stop);
        return crash;
    }

    /// <summary>Ends the writer; the process goes on to its end.</summary>
    public void End() => _writer.End();

    /// <summary>Gives the dump, and what lies beside it, their names.</summary>
    /// <param name="paths">The names.</param>
    /// <param name="isVerified">Whether it was walked without a fault.</param>
    /// <param name="cause">What led to it.</param>
    /// <param name="options">How dumps are written.</param>
    /// <exception cref="FathomException">It cannot get its name.</exception>
    public DumpTaken Publish(DumpPaths paths, bool isVerified, TriggerCause cause, DumpOptions options)
    {
        // The time that the process was seen to stand still; what was read beside it is a part of that.
        DumpTaken taken = new(paths.Final, options.Kind, new FileInfo(File).Length, Stopwatch.GetElapsedTime(_start, _end), isVerified, cause, null);
        try
        {
            DumpTaker.Rename(File, paths.Final, options.Force);
            if (Directory.Exists(paths.Sidecar))
                OwnTree.DeleteFolder(paths.Sidecar);
            if (_beside is null)
                return taken;
            DumpTaker.Describe(taken, _expectedBytes, TimeSpan.Zero, _beside);
            _beside.Commit();
            _beside.Dispose();
            OwnTree.RenameUnlessThere(_beside.Folder, paths.Sidecar);
            return taken;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"The dump cannot be given the name '{paths.Final}': {e.Message}", "choose another name with -o", e);
        }
    }

    public void Dispose() => _beside?.Dispose();

    private void Look(DumpTaker taker, DumpOptions options, CancellationToken stop)
    {
        using IDisposable? held = _writer.TryHold();
        if (held is null || new ProcessScanner().Look(ProcessId).Facts is not { } facts)
        {
            Missing = "It had ended before it could be read.";
            return;
        }

        Name = facts.Name;
        try
        {
            List<string> notes = ["The counters of the runtime are missing next to the dump: a crashing program reports none."];
            _expectedBytes = _writer.Estimate(options.Kind).SizeBytes;
            _beside = RecordingWriter.Create(File + ".fathom", new RecordingOptions(options.Command) { Labels = options.Labels, Time = options.Time });
            taker.WriteSidecar(facts, _beside, _start, notes, new Silent(), stop);
            _beside.Describe(manifest => manifest with { Warnings = [.. manifest.Warnings, .. notes] });
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            _beside?.Dispose();
            _beside = null;
            Missing = e.Message;
        }
    }

    private sealed class Silent : IProgress<Progress>
    {
        public void Report(Progress value)
        {
        }
    }
}
