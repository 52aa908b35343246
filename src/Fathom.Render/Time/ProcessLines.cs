using System.Globalization;

namespace Fathom.Render.Time;

/// <summary>A line for each of the processes that a view on a trace has sums of.</summary>
internal static class ProcessLines
{
    private const int Most = 3;

    /// <summary>The lines: named where there are several, and those after the third counted.</summary>
    /// <param name="sums">The processes, the one that matters most first.</param>
    /// <param name="name">Name and number of one.</param>
    /// <param name="sentence">What is said of one.</param>
    /// <param name="having">What they all have ("collections").</param>
    public static IEnumerable<string> Of<T>(
        IReadOnlyList<T> sums, Func<T, (string Process, long Pid)> name, Func<T, string> sentence, string having)
    {
        foreach (T sum in sums.Take(Most))
        {
            (string process, long pid) = name(sum);
            string said = sentence(sum);
            yield return sums.Count == 1 ? said : string.Create(CultureInfo.InvariantCulture, $"{process} ({pid}): {said}");
        }

        int more = sums.Count - Most;
        if (more > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{more} more {(more == 1 ? "process" : "processes")} with {having}");
    }
}
