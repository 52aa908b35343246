namespace Fathom.Capture.Actions;

/// <summary>A recording that was made because of a condition.</summary>
/// <param name="Kind">What it holds, by the name of its action.</param>
/// <param name="Path">Its path.</param>
/// <param name="SizeBytes">Its size.</param>
/// <param name="Cause">The condition, with the values that met it; null where it was asked for at once.</param>
public sealed record ActionFile(string Kind, string Path, long SizeBytes, string? Cause)
{
    private const string Core = ".core";

    /// <summary>One that is there now.</summary>
    internal static ActionFile Of(ThenAction action, string path, string? cause) =>
        new(action.Word, path, SizeOf(path), cause);

    private static long SizeOf(string path) =>
        Directory.Exists(path) ? new DirectoryInfo(path).EnumerateFiles("*", SearchOption.AllDirectories).Sum(static file => file.Length) : new FileInfo(path).Length;

    /// <summary>The name of the file of an action, beside the dump of that moment.</summary>
    /// <param name="dump">The dump, whether it is made or not.</param>
    /// <param name="action">The action.</param>
    internal static string Beside(string dump, ThenAction action) => (dump.EndsWith(Core, StringComparison.Ordinal) ? dump[..^Core.Length] : dump) + action.Suffix;
}
