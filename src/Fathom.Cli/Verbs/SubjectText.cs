namespace Fathom.Cli.Verbs;

/// <summary>What a subject may be, in the help.</summary>
internal static class SubjectText
{
    /// <summary>Of most verbs.</summary>
    public const string Usual = "A pid, a process name, a core dump or a recording.";

    /// <summary>Of those that count objects.</summary>
    public const string WithGcDump = "A pid, a process name, a core dump, a gcdump file or a recording.";
}
