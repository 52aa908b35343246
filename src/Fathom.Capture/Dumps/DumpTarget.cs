using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Capture.Dumps;

/// <summary>The process that dumps are taken of: one that runs, or one of a name that may start later.</summary>
public sealed class DumpTarget
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(200);

    private readonly ProcessFacts? _process;
    private readonly ProcessScanner? _scanner;
    // The time of the start is computed from a clock that is adjusted; its ticks stay.
    private readonly Dictionary<int, ProcessInstance> _found = [];
    private readonly HashSet<ProcessInstance> _done = [];

    /// <summary>A program that is started, with its arguments; empty for one that runs or will.</summary>
    internal IReadOnlyList<string> Command { get; private init; } = [];

    private DumpTarget(string word, ProcessFacts? process, ProcessScanner? scanner)
    {
        Word = word;
        _process = process;
        _scanner = scanner;
    }

    /// <summary>Whether it is each process of the name, and not the newest one.</summary>
    public bool IsAll { get; private init; }

    /// <summary>As the user wrote it.</summary>
    public string Word { get; }

    /// <summary>Whether another process of the name may follow when one has ended.</summary>
    public bool MayComeAgain => _scanner is not null;

    /// <summary>A process that runs.</summary>
    public static DumpTarget Of(ProcessSubject subject) => new(subject.Word, subject.Process, null);

    /// <summary>A program that is started.</summary>
    /// <param name="command">The program and its arguments.</param>
    public static DumpTarget Launched(IReadOnlyList<string> command) => new(command[0], null, null) { Command = command };

    /// <summary>The newest process of a name, now or when it starts.</summary>
    /// <param name="name">Its name; <c>*</c> and <c>?</c> are wildcards.</param>
    /// <param name="scanner">Where processes are looked for.</param>
    public static DumpTarget Named(string name, ProcessScanner scanner) => new(name, null, scanner);

    /// <summary>Each process of a name, now and when it starts.</summary>
    /// <param name="name">Its name; <c>*</c> and <c>?</c> are wildcards.</param>
    /// <param name="scanner">Where processes are looked for.</param>
    public static DumpTarget All(string name, ProcessScanner scanner) => new(name, null, scanner) { IsAll = true };

    /// <summary>Those that run now and were not told of by <see cref="HasEnded"/>, the oldest first.</summary>
    /// <param name="stop">Cancels the look.</param>
    internal IReadOnlyList<ProcessFacts> Others(CancellationToken stop) =>
        [.. SubjectResolver.Matching(_scanner!.Scan(stop).Processes, Word).Where(IsNew).OrderBy(static process => process.StartUnixNs)];

    /// <summary>The process, once it is there.</summary>
    /// <param name="stop">Cancels the waiting.</param>
    internal ProcessFacts Wait(CancellationToken stop)
    {
        if (_process is not null)
            return _process;
        while (true)
        {
            if (Others(stop) is [.., var newest])
                return newest;
            stop.WaitHandle.WaitOne(s_interval);
            stop.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Says that a process is not found again: it has ended, or is waited in.</summary>
    internal void HasEnded(ProcessFacts process)
    {
        if (_found.Remove(process.Pid, out ProcessInstance found))
            _done.Add(found);
    }

    private bool IsNew(ProcessFacts process)
    {
        bool isOther = process.Pid != Environment.ProcessId;
        if (!isOther || !ProcessInstance.TryFind(process.Pid, out ProcessInstance found, out _) || _done.Contains(found))
            return false;
        _found[process.Pid] = found;
        return true;
    }
}
