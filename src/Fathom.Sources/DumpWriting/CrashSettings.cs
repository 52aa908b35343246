using Fathom.Model.Dumps;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// The variables by which a runtime writes a dump of its process when an exception that nobody handles, a stack overflow or <c>Environment.FailFast</c> ends it.
/// </summary>
/// <remarks>
/// A runtime reads them once, at its start: <c>DOTNET_</c> first, then the older <c>COMPlus_</c>. Source: learn.microsoft.com, "Collect dumps on crash".
/// <code>
/// DbgEnableMiniDump   1
/// DbgMiniDumpType     1 mini, 2 heap, 3 triage, 4 full
/// DbgMiniDumpName     a path; %p is the process, %% a percent sign
/// CreateDumpLogToFile a path
/// </code>
/// </remarks>
public static class CrashSettings
{
    private const string Enable = "DbgEnableMiniDump";
    private const string Type = "DbgMiniDumpType";
    private const string Name = "DbgMiniDumpName";
    // Without it the writer prints its progress into the standard output of the program.
    private const string Log = "CreateDumpLogToFile";

    private static readonly string[] s_prefixes = ["DOTNET_", "COMPlus_"];

    // The last ones would print more, write elsewhere, or write a report in place of the dump.
    private static readonly string[] s_names =
        [Enable, Type, Name, "CreateDumpDiagnostics", "CreateDumpVerboseDiagnostics", Log, "EnableCrashReport", "EnableCrashReportOnly"];

    /// <summary>Puts them into the environment of a program that is about to be started.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="kind">How much is written.</param>
    /// <param name="template">The name of the file.</param>
    /// <param name="log">Where the writer says what it does.</param>
    /// <returns>What the environment had of them before, and has no more.</returns>
    public static IReadOnlyList<string> Set(IDictionary<string, string?> environment, DumpKind kind, string template, string log)
    {
        List<string> earlier = [];
        foreach (string variable in s_prefixes.SelectMany(static prefix => s_names.Select(name => prefix + name)))
        {
            if (environment.Remove(variable))
                earlier.Add(variable);
        }

        environment[s_prefixes[0] + Enable] = "1";
        environment[s_prefixes[0] + Type] = kind switch
        {
            DumpKind.Mini => "1",
            DumpKind.Heap => "2",
            DumpKind.Triage => "3",
            _ => "4",
        };
        environment[s_prefixes[0] + Name] = template;
        environment[s_prefixes[0] + Log] = log;
        return earlier;
    }
}
