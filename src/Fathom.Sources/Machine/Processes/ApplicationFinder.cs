namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Finds what a .NET process runs. There are four ways to start one:
/// <list type="bullet">
/// <item><c>dotnet [options] app.dll …</c> and <c>dotnet exec [options] app.dll …</c>: the first argument that is no option and no option's
/// value.</item>
/// <item><c>dotnet run</c>, <c>dotnet test</c> and other SDK commands: the process runs the SDK's own <c>dotnet.dll</c>; the program is a
/// child process.</item>
/// <item>An app host: an executable that starts an assembly, nearly always of its own name. The assembly is mapped, and its
/// runtimeconfig.json is beside it.</item>
/// <item>A single file: the assembly is inside the executable, so the executable is the application.</item>
/// </list>
/// </summary>
internal static class ApplicationFinder
{
    private const string Host = "dotnet";
    private const string SdkAssembly = "dotnet.dll";

    // Options of the host that take a value; all others of its options stand alone.
    private static readonly string[] s_optionsWithValue =
    [
        "--additionalprobingpath", "--additional-deps", "--depsfile", "--fx-version", "--roll-forward", "--roll-forward-on-no-candidate-fx",
        "--roll-forward-to-prerelease", "--runtimeconfig",
    ];

    /// <summary>File name of the application.</summary>
    /// <param name="executable">Path of the program file, or null where it cannot be read; then the first argument stands for it.</param>
    /// <param name="arguments">The command line.</param>
    /// <param name="assemblies">Mapped assemblies.</param>
    /// <param name="exists">Whether a path exists as the process sees it.</param>
    /// <returns>Null where neither executable nor arguments are known.</returns>
    public static string? Find(string? executable, string[] arguments, IReadOnlyList<string> assemblies, Func<string, bool> exists)
    {
        string? program = FileName(executable ?? (arguments.Length > 0 ? arguments[0] : null));
        if (program is null)
            return null;
        return program == Host ? StartedByHost(arguments) : StartedByAppHost(program, assemblies, exists) ?? program;
    }

    /// <summary>The SDK command (<c>run</c>, <c>test</c>) of a <c>dotnet</c> process without an application of its own, or null.</summary>
    public static string? SdkCommand(string? application, string[] arguments) =>
        application == SdkAssembly && arguments.Length > 1 && !arguments[1].StartsWith('-') && !IsAssembly(arguments[1]) ? arguments[1] : null;

    private static string StartedByHost(string[] arguments)
    {
        int at = arguments.Length > 1 && arguments[1] == "exec" ? 2 : 1;
        while (at < arguments.Length && arguments[at].StartsWith('-'))
            at += s_optionsWithValue.Contains(arguments[at], StringComparer.OrdinalIgnoreCase) ? 2 : 1;
        return at < arguments.Length && IsAssembly(arguments[at]) ? Path.GetFileName(arguments[at]) : SdkAssembly;
    }

    private static string? StartedByAppHost(string program, IReadOnlyList<string> assemblies, Func<string, bool> exists)
    {
        string sameName = program + ".dll";
        foreach (string path in assemblies)
        {
            if (FileName(path) == sameName)
                return sameName;
        }

        // A tool's shim or a renamed app host: only an application has a runtimeconfig.json. Two of them are no answer.
        string? found = null;
        foreach (string path in assemblies)
        {
            if (!exists(Path.ChangeExtension(path, ".runtimeconfig.json")))
                continue;
            if (found is not null)
                return null;
            found = FileName(path);
        }

        return found;
    }

    private static bool IsAssembly(string argument) =>
        argument.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || argument.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);

    private static string? FileName(string? path) => path is null ? null : Path.GetFileName(path);
}
