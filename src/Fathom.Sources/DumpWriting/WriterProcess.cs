using System.Diagnostics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// The process that writes a dump (<c>createdump</c>), our own child or that of the target. Nothing of the kernel ties its life to ours, so it may outlive
/// whoever asked for the dump. Ending it lets the target run on.
/// </summary>
/// <param name="targetId">Number of the target (pid).</param>
/// <param name="path">The file that is written, as the writer sees it; its name tells our writer from another's.</param>
internal sealed class WriterProcess(int targetId, string path)
{
    private const string Program = "createdump";
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(2);

    // One that waits for a disk ends only when that answers.
    private static readonly TimeSpan s_endLimit = TimeSpan.FromSeconds(10);

    private readonly bool _wasStopped = ProcessThreads.State(targetId, targetId) == 'T';

    /// <summary>The process that holds the target at this moment, or 0. Costs one small read.</summary>
    public int Tracer() => ProcStatus.Of(targetId)?.Tracer ?? 0;

    /// <summary>The writer, when it holds the target at this moment, or 0.</summary>
    public int Holder()
    {
        int tracer = Tracer();
        if (tracer == 0)
            return 0;
        using ProcReader proc = new("/proc");
        return IsWriter(proc, tracer) ? tracer : 0;
    }

    /// <summary>Lets the writer, and so the target, stand still until the answer is disposed of; null where it does not hold the target.</summary>
    public IDisposable? TryHold()
    {
        int writer = Holder();
        return writer != 0 && SignalCalls.TrySend(writer, SignalCalls.Stop) ? new Held(writer) : null;
    }

    /// <summary>Whether a writer of that file runs.</summary>
    public bool Runs() => Find() != 0;

    /// <summary>The processes whose runtimes have started a writer of that file. Looks at all processes.</summary>
    public IReadOnlyList<int> Starters()
    {
        using ProcReader proc = new("/proc");
        List<int> starters = [];
        foreach (int writer in All())
        {
            if (ProcStat.TryRead(proc, writer, out ProcStat stat) && stat.ParentPid > 0)
                starters.Add(stat.ParentPid);
        }

        return starters;
    }

    /// <summary>Ends the writer, if there is one, and makes sure that the target runs.</summary>
    /// <returns>Whether there was one.</returns>
    public bool End()
    {
        int writer = Find();
        if (writer == 0)
            return false;
        _ = SignalCalls.TrySend(writer, SignalCalls.Kill);
        for (long start = Stopwatch.GetTimestamp(); ProcessThreads.State(writer, writer) is not (null or 'Z' or 'X') && Stopwatch.GetElapsedTime(start) < s_endLimit;)
            CancellationToken.None.WaitHandle.WaitOne(s_pause);
        LetRun();
        return true;
    }

    /// <summary>
    /// Undoes the stop that a writer leaves when it ends between attaching to a thread and waiting for it: the SIGSTOP of its attach is then still on
    /// its way or has been taken. SIGCONT drops it in both cases, and does nothing to a process that runs. Seen twice in 60 ends at random moments.
    /// </summary>
    public void LetRun()
    {
        if (!_wasStopped)
            _ = SignalCalls.TrySend(targetId, SignalCalls.Continue);
    }

    /// <summary>Whether the target stands still by a stop that it did not have before.</summary>
    public bool IsTargetLeftStopped() => !_wasStopped && ProcessThreads.Of(targetId).Any(thread => ProcessThreads.State(targetId, thread) == 'T');

    private int Find() => All().FirstOrDefault();

    private IEnumerable<int> All()
    {
        using ProcReader proc = new("/proc");
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), out int pid) && IsWriter(proc, pid))
                yield return pid;
        }
    }

    private bool IsWriter(ProcReader proc, int pid)
    {
        if (proc.Read(pid, "stat"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read || text.IndexOf("(createdump)"u8) < 0
            || !ProcStat.TryParse(text, out ProcStat stat) || stat.HasEnded)
            return false;
        return proc.Read(pid, "cmdline"u8, out text) == ProcReadState.Read && CommandLine.Split(text) is [var program, .. var arguments]
            && Path.GetFileName(program) == Program && arguments.Contains(path, StringComparer.Ordinal);
    }

    // A writer that has ended meanwhile needs no signal, and its number is not given again while its parent has not asked for it.
    private sealed class Held(int writer) : IDisposable
    {
        public void Dispose() => _ = SignalCalls.TrySend(writer, SignalCalls.Continue);
    }
}
