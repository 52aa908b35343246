namespace Fathom.Sources.Traces.Joined;

/// <summary>
/// The files of two event sessions of one process: <c>PID.nettrace</c>, and <c>PID.requests.nettrace</c>, whose events have no stacks and name no methods.
/// </summary>
public static class StreamPair
{
    private const string Extension = ".nettrace";

    // The first file has to come first in the order of names: its begin is that of the recording where the kernel tells none.
    private const string Second = ".requests" + Extension;

    /// <summary>The file of the second session.</summary>
    /// <param name="first">That of the first.</param>
    public static string SecondOf(string first) => Path.ChangeExtension(first, null) + Second;

    /// <summary>The file of the first session; null for a file that is none of a second one.</summary>
    /// <param name="path">Any file.</param>
    public static string? FirstOf(string path) => path.EndsWith(Second, StringComparison.Ordinal) ? path[..^Second.Length] + Extension : null;
}
