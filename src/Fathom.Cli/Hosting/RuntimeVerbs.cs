namespace Fathom.Cli.Hosting;

/// <summary>The verbs that ask the runtime of a process through its data access library. Their names are known apart from the verbs: a guard builds none of those.</summary>
internal static class RuntimeVerbs
{
    /// <summary>Those that need a guard about a process.</summary>
    public static string[] Guarded { get; } = ["heap", "memory", "stacks", "findings"];

    /// <summary>Those that a helper with the rights of the target can run.</summary>
    public static string[] InHelper { get; } = ["heap", "stacks", "findings"];
}
