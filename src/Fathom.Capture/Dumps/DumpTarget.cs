using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Capture.Dumps;

/// <summary>The process that dumps are taken of: one that runs, or one of a name that may start later.</summary>
public sealed class DumpTarget
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(200);

    private readonly ProcessFacts? _process;
    private readonly ProcessScanner? _scanner;
    private readonly HashSet<(int Pid, long Start)> _done = [];

    /// <summary>A program that is started, with its arguments; empty for one that runs or will.</summary>
    internal IReadOnlyList<string> Command { get; private init; } = [];

    private DumpTarget(string word, ProcessFacts? process, ProcessScanner? scanner)
    {
        Word = word;
        _process = process;
        _scanner = scanner;
    }

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

    /// <summary>The process, once it is there.</summary>
    /// <param name="stop">Cancels the waiting.</param>
    internal ProcessFacts Wait(CancellationToken stop)
    {
        if (_process is not null)
            return _process;
        while (true)
        {
            IReadOnlyList<ProcessFacts> found = SubjectResolver.Matching(_scanner!.Scan(stop).Processes, Word);
            if (found.Where(process => !_done.Contains((process.Pid, process.StartUnixNs))).MaxBy(static process => process.StartUnixNs) is { } newest)
                return newest;
            stop.WaitHandle.WaitOne(s_interval);
            stop.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Says that a process has ended and is not waited for again.</summary>
    internal void HasEnded(ProcessFacts process) => _done.Add((process.Pid, process.StartUnixNs));
}
