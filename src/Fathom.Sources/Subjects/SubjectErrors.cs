using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Subjects;

/// <summary>The ways in which a word means no process, each with its next step.</summary>
internal static class SubjectErrors
{
    private const string List = "list the .NET processes with: fathom ps";
    private const int MaxListed = 20;
    private const int MaxCommandLine = 100;

    public static FathomException NoProcess(string number, string word, ProcessScanner scanner)
    {
        string nextStep = File.Exists(word) || Directory.Exists(word) ? $"for the file of that name write file:{word}"
            : scanner.OwnContainer() is { } container ? $"{List} (Fathom runs in container {container.ShortName} and sees the processes of that container only)"
            : List;
        return FathomException.Target($"There is no process {number}.", nextStep);
    }

    public static FathomException Ended(int pid, string program) => FathomException.Target(
        $"Process {pid} ({program}) has ended; its parent has not collected it yet (a zombie), and nothing of its memory is left.", List);

    public static FathomException Own(int pid) =>
        FathomException.Target($"Process {pid} is this Fathom itself, which cannot inspect its own heap.", List);

    public static FathomException NotDotNet(int pid, string program) => FathomException.Target($"Process {pid} ({program}) is not a .NET process.", List);

    public static FathomException KernelThread(int pid, string program) => FathomException.Target(
        $"Process {pid} ({program}) is a thread of the kernel, which has no memory of its own.", "fathom orphans shows what the kernel holds");

    public static FathomException NativeAot(int pid, string program) => FathomException.Target(
        $"Process {pid} ({program}) is a NativeAOT program: it has no runtime that describes its managed types and objects.",
        $"fathom memory {pid}, fathom stacks {pid}, fathom watch {pid} and fathom orphans work for it");

    public static FathomException Refused(int pid, string program) =>
        FathomException.Target($"Process {pid} ({program}) may not be inspected by this user.", "run it as the user of that process, or as root: sudo fathom …");

    public static FathomException NoName(string name, ProcessScan scan, ProcessScanner scanner)
    {
        if (scanner.FindProgram(name) is { } pid)
            return NotDotNet(pid, name);
        string? near = NearMiss.Find(name, scan.Processes.SelectMany(ProcessNames.Of));
        string nextStep = near is not null ? $"did you mean '{near}'? {List}"
            : scan is { IsPrivileged: false, Notice: { } notice } ? $"{List}; {notice.TrimEnd('.')}"
            : List;
        return FathomException.Target($"There is no file and no .NET process named '{name}'.", nextStep);
    }

    public static FathomException Several(string name, IReadOnlyList<ProcessFacts> found)
    {
        List<string> lines = [.. found.Take(MaxListed).Select(Line)];
        if (found.Count > MaxListed)
            lines.Add(string.Create(CultureInfo.InvariantCulture, $"and {found.Count - MaxListed} more"));
        return new FathomException($"'{name}' matches {found.Count} processes.", $"choose one: pid:{found[0].Pid}", ExitCode.Target) { Details = lines };
    }

    private static string Line(ProcessFacts process)
    {
        string commandLine = process.CommandLine ?? "";
        if (commandLine.Length > MaxCommandLine)
            commandLine = commandLine[..(MaxCommandLine - 1)] + "…";
        return string.Create(
            CultureInfo.InvariantCulture, $"{process.Pid,7}  {process.Application ?? process.Name}  started {ProcessTable.StartUtc(process)}  {commandLine}");
    }
}
