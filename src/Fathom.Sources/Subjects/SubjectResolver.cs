using System.Globalization;
using Fathom.Model;
using Fathom.Model.Patterns;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Subjects;

/// <summary>
/// Finds what a word on the command line means. <c>pid:</c>, <c>name:</c> and <c>file:</c> say it; without them a number is a process, a path that exists is
/// a file, and anything else is the name of a process. A bare word that names a program file or folder as well as a process means the process.
/// </summary>
/// <param name="scanner">Where processes are looked for.</param>
public sealed class SubjectResolver(ProcessScanner scanner)
{
    private const string PidPrefix = "pid:";
    private const string NamePrefix = "name:";
    private const string FilePrefix = "file:";

    private static readonly TimeSpan s_lookAgain = TimeSpan.FromMilliseconds(20);

    /// <summary>Whether a process number may be that of a program without .NET.</summary>
    public bool TakesAnyProcess { get; init; }

    /// <summary>The one process or file that the word means.</summary>
    /// <exception cref="FathomException">There is none, there are several, or it is no .NET process.</exception>
    public Subject Resolve(string word)
    {
        if (word.StartsWith(PidPrefix, StringComparison.Ordinal))
            return Process(word, word[PidPrefix.Length..]);
        if (word.StartsWith(NamePrefix, StringComparison.Ordinal))
            return Named(word, word[NamePrefix.Length..]);
        if (word.StartsWith(FilePrefix, StringComparison.Ordinal))
            return new FileSubject(word, FileRecognizer.Describe(word[FilePrefix.Length..]));
        if (word.Length > 0 && word.All(char.IsAsciiDigit))
            return Process(word, word);
        if (word.Contains('/'))
            return new FileSubject(word, FileRecognizer.Describe(word));
        return File.Exists(word) || Directory.Exists(word) ? FileOrNamed(word) : Named(word, word);
    }

    /// <summary>All .NET processes that a name or pattern fits, in the order of their numbers.</summary>
    /// <param name="processes">The processes to choose from.</param>
    /// <param name="name">Name of the application or program, with or without extension, or the shown name; <c>*</c> and <c>?</c> are wildcards.</param>
    public static IReadOnlyList<ProcessFacts> Matching(IEnumerable<ProcessFacts> processes, string name)
    {
        Pattern pattern = new(name);
        return [.. processes.Where(process => ProcessNames.Of(process).Any(n => pattern.Matches(n)))];
    }

    private ProcessSubject Process(string word, string number)
    {
        if (!number.All(char.IsAsciiDigit) || number.Length == 0)
            throw FathomException.Usage($"'{word}' has no process number.", "pid:4711");
        if (!int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int pid))
            throw SubjectErrors.NoProcess(number, word, scanner);
        scanner.CheckNumbers();
        ProcessReading look = LookAtStarted(pid);
        return look.State switch
        {
            ProcessState.DotNet when pid == scanner.OwnPid() => throw SubjectErrors.Own(pid),
            ProcessState.DotNet => new ProcessSubject(word, look.Facts!) { Note = NoteOfFile(word) },
            ProcessState.NotDotNet when TakesAnyProcess && look.Facts is { } other => new ProcessSubject(word, other) { Note = NoteOfFile(word) },
            ProcessState.NotDotNet when TakesAnyProcess => throw SubjectErrors.KernelThread(pid, look.Program!),
            ProcessState.NativeAot when TakesAnyProcess => new ProcessSubject(word, look.Facts!) { Note = NoteOfFile(word) },
            ProcessState.NativeAot => throw SubjectErrors.NativeAot(pid, look.Facts!.Name),
            ProcessState.NotDotNet => throw SubjectErrors.NotDotNet(pid, look.Program!),
            ProcessState.Ended => throw SubjectErrors.Ended(pid, look.Program!),
            ProcessState.Refused => throw WhyRefused(pid, look.Program!),
            _ => throw SubjectErrors.NoProcess(number, word, scanner),
        };
    }

    // A program loads its runtime some moments after its start.
    private ProcessReading LookAtStarted(int pid)
    {
        while (true)
        {
            ProcessReading look = scanner.Look(pid);
            if (look.State != ProcessState.NotDotNet || scanner.Root != "/proc" || !StartingRuntime.IsYoung(pid))
                return look;
            CancellationToken.None.WaitHandle.WaitOne(s_lookAgain);
        }
    }

    private FathomException WhyRefused(int pid, string program)
    {
        try
        {
            new TargetAccess(scanner).Check(pid);
        }
        catch (FathomException reason)
        {
            return reason;
        }

        return SubjectErrors.Refused(pid, program);
    }

    private ProcessSubject Named(string word, string name, string? note = null)
    {
        scanner.CheckNumbers();
        ProcessScan scan = scanner.Scan();
        IReadOnlyList<ProcessFacts> found = Matching(scan.Processes, name);
        return found.Count switch
        {
            1 when found[0].RuntimeVersion == ProcessFacts.NativeAot && !TakesAnyProcess => throw SubjectErrors.NativeAot(found[0].Pid, found[0].Name),
            1 => new ProcessSubject(word, found[0]) { Note = note },
            0 => throw SubjectErrors.NoName(name, scan, scanner),
            _ => throw SubjectErrors.Several(name, found),
        };
    }

    // The program file, a folder or a text of the name of a running program is not what anybody means; a dump or recording is.
    private Subject FileOrNamed(string word)
    {
        FileDescription file = FileRecognizer.Describe(word);
        if (!file.Format.YieldsToProcess || Matching(scanner.Scan().Processes, word).Count == 0)
            return new FileSubject(word, file);
        return Named(word, word, NoteOfFile(word));
    }

    private static string? NoteOfFile(string word) =>
        Path.Exists(word) ? $"'{word}' is taken as a process; write file:{word} for the file of that name" : null;
}
