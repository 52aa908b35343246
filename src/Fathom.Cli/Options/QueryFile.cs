namespace Fathom.Cli.Options;

/// <summary>Reads the file of <c>-f</c>.</summary>
internal static class QueryFile
{
    private const long MaxBytes = 16 * 1024 * 1024;

    /// <summary>The text of the file.</summary>
    /// <exception cref="FathomException">It cannot be read, or is too large to be a query (<see cref="ExitCode.Target"/>).</exception>
    public static string Read(string path) => GivenText.Read(
        path,
        reader => new FileInfo(path) is { Exists: true, Length: > MaxBytes }
            ? throw FathomException.Target($"'{path}' is larger than 16 MiB, which is too large for a query.", "give a text file with one SELECT")
            : reader.ReadToEnd(),
        (reason, failure) => FathomException.Target($"Cannot read the query '{path}': {reason}", "fathom sql -f FILE.sql", failure));
}
