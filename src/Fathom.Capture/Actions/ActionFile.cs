using System.Globalization;
using Fathom.Capture.Programs;

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

    private static long SizeOf(string path) => Directory.Exists(path)
        ? new DirectoryInfo(path).EnumerateFiles("*", SearchOption.AllDirectories).Sum(static file => file.Length)
        : new FileInfo(path).Length;

    /// <summary>What the names of all files of one moment begin with, where the user gave no name: <c>NAME_PID_TIME</c>.</summary>
    /// <param name="process">The name of the process.</param>
    /// <param name="processId">Its number (pid).</param>
    /// <param name="moment">The moment; its time is told in UTC.</param>
    public static string StemOf(string process, int processId, DateTimeOffset moment) => string.Create(
        CultureInfo.InvariantCulture, $"{FileWord.Of(process)}_{processId}_{moment.UtcDateTime:yyyyMMddTHHmmss}");

    /// <summary>The name of the file of an action, beside the dump of that moment.</summary>
    /// <param name="dump">The dump, whether it is made or not.</param>
    /// <param name="action">The action.</param>
    internal static string Beside(string dump, ThenAction action) =>
        (dump.EndsWith(Core, StringComparison.Ordinal) ? dump[..^Core.Length] : dump) + action.Suffix;
}
