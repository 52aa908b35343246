namespace Fathom.Bench.Measuring;

/// <summary>Programs and folders that the scripts of the benchmarks name in variables.</summary>
internal static class BenchPaths
{
    /// <summary>A file.</summary>
    /// <exception cref="InvalidOperationException">The variable names none.</exception>
    public static string File(string variable) => Named(variable, System.IO.File.Exists);

    /// <summary>A folder.</summary>
    /// <exception cref="InvalidOperationException">The variable names none.</exception>
    public static string Folder(string variable) => Named(variable, Directory.Exists);

    private static string Named(string variable, Func<string, bool> isThere) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } path && isThere(path)
        ? path
        : throw new InvalidOperationException($"{variable} names nothing that is there. Start the benchmark with the script of its name in bench.");
}
