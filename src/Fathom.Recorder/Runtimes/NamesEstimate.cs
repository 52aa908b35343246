using System.Globalization;

namespace Fathom.Recorder.Runtimes;

/// <summary>How many bytes a runtime needs to name all methods at its end.</summary>
internal static class NamesEstimate
{
    // Measured: 0.24 MB of a program that does nothing (15 MB of own memory), 5 to 20 MB of compilers and build servers (100 to 300 MB). The maps to lines take 5 % of that.
    private const long LeastBytes = 1 << 19;
    private const long MostBytes = 24 << 20;
    private const int Share = 11;

    /// <summary>Estimates it from the memory of the process that is of no file.</summary>
    public static long Of(int processId)
    {
        const string name = "RssAnon:";
        try
        {
            foreach (string line in File.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/status")))
            {
                if (line.StartsWith(name, StringComparison.Ordinal) && long.TryParse(line.AsSpan(name.Length).TrimEnd("kB ").Trim(), CultureInfo.InvariantCulture, out long kibibytes))
                    return Math.Clamp((kibibytes << 10) / Share, LeastBytes, MostBytes);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended.
        }

        return LeastBytes;
    }
}
