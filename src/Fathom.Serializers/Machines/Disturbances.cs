using System.Globalization;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Machines;

/// <summary>What makes times longer or less certain than they need be, each as a sentence that names the effect.</summary>
public static class Disturbances
{
    /// <summary>The share of the processors that other programs may take without a word.</summary>
    public const double Level = 0.1;

    /// <summary>What can be told before anything is measured.</summary>
    /// <param name="loadAverage">The text of <c>/proc/loadavg</c>.</param>
    /// <param name="processors">Processors of the machine.</param>
    public static IEnumerable<string> Before(string loadAverage, int processors)
    {
        if (double.TryParse(loadAverage.Split(' ')[0], CultureInfo.InvariantCulture, out double load) && load > processors * Level)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"the load of this machine was {load:0.0} on {processors} processors in the last minute: measurements take longer and scatter more now, and small differences become ties");
        }
    }

    /// <summary>What is known after measuring.</summary>
    /// <param name="before">Processor times before; null where the kernel does not tell.</param>
    /// <param name="after">Processor times after.</param>
    public static IEnumerable<string> During(ProcessorTimes? before, ProcessorTimes? after)
    {
        if (before is { } start && after is { } end && end.OthersSince(start) is var share && share > Level)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"other programs took {share * 100:0} % of the processors meanwhile, more than {Level * 100:0} %: times are longer than on "
                + $"a quiet machine; rounds of processes keep the comparison fair, but the times themselves should not be quoted");
        }
    }

    /// <summary>What programs say of how they were compiled and of who watches them.</summary>
    /// <param name="all">The serializers.</param>
    public static IEnumerable<string> Of(IReadOnlyList<OfferedSerializer> all)
    {
        string[] slow = [.. all.Where(static one => one.Facts?.Text("optimized") == "0").Select(static one => one.Name)];
        string[] watched = [.. all.Where(static one => one.Facts?.Text("debugger") == "1").Select(static one => one.Name)];
        if (slow.Length > 0)
            yield return $"compiled without optimization (Debug): {string.Join(", ", slow)}; their times are several times too long and must not be compared";
        if (watched.Length > 0)
            yield return $"a debugger is attached to: {string.Join(", ", watched)}; it keeps the compiler from optimizing, so their times are too long";
    }
}
