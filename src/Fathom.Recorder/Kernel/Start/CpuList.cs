using System.Globalization;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>The processors of the machine, as the kernel lists them: <c>0-3,8</c>.</summary>
internal static class CpuList
{
    private const string Folder = "/sys/devices/system/cpu/";

    /// <summary>Those that are on.</summary>
    public static IReadOnlyList<int> Online() => Read("online");

    /// <summary>How many the machine can have.</summary>
    public static int PossibleCount() => Read("possible").Count;

    /// <summary>Reads a list.</summary>
    public static List<int> Parse(string text)
    {
        List<int> cpus = [];
        foreach (string part in text.Split([',', '\n'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            string[] ends = part.Split('-');
            int first = int.Parse(ends[0], CultureInfo.InvariantCulture), last = int.Parse(ends[^1], CultureInfo.InvariantCulture);
            cpus.AddRange(Enumerable.Range(first, last - first + 1));
        }

        return cpus;
    }

    private static List<int> Read(string name)
    {
        try
        {
            return Parse(File.ReadAllText(Folder + name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [.. Enumerable.Range(0, Environment.ProcessorCount)];
        }
    }
}
