using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Cli.Completion;

/// <summary>The .NET processes that run now, as <c>fathom ps</c> finds them.</summary>
internal static class LiveProcesses
{
    /// <summary>Their names, and their numbers, which alone tell two of one name apart.</summary>
    public static IEnumerable<Candidate> All() => Of(new ProcessScanner().Scan().Processes);

    /// <summary>What stands for processes on a command line.</summary>
    public static IEnumerable<Candidate> Of(IReadOnlyList<ProcessFacts> processes)
    {
        foreach (ProcessFacts process in processes.Where(IsPlain))
            yield return new Candidate(process.Name, "process");
        foreach (ProcessFacts process in processes)
            yield return new Candidate(process.Pid.ToString(CultureInfo.InvariantCulture), IsPlain(process) ? process.Name : "process");
    }

    // Any program gives itself a name, and a shell would run what stands in another one.
    private static bool IsPlain(ProcessFacts process) =>
        process.Name.Length > 0 && process.Name.All(static c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-' or '+') && process.Name[0] != '-';
}
