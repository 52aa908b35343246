using System.Globalization;

namespace Fathom.Bench.Measuring;

/// <summary>Prints figures beside their limits and remembers whether all were kept.</summary>
internal sealed class Comparison(TextWriter output)
{
    /// <summary>Whether no limit was missed so far.</summary>
    public bool AllKept { get; private set; } = true;

    /// <summary>How many times faster than a peer the median of some runs is.</summary>
    public void Faster(string what, TimeSpan peer, IEnumerable<TimeSpan> runs, double atLeast)
    {
        double own = Median.Of(runs.Select(run => run.TotalSeconds));
        double ratio = peer.TotalSeconds / own;
        Print(what, ratio >= atLeast, $"{own * 1000:0} ms, peer {peer.TotalMilliseconds:0} ms: {ratio:0.0} times as fast, at least {atLeast:0}");
    }

    /// <summary>A figure that must not be larger.</summary>
    public void AtMost(string what, double value, double limit, string unit) => Print(what, value <= limit, $"{value:0.###} {unit}, at most {limit:0.###}");

    /// <summary>A figure that must not be smaller.</summary>
    public void AtLeast(string what, double value, double limit, string unit) => Print(what, value >= limit, $"{value:0.###} {unit}, at least {limit:0.###}");

    /// <summary>Two counts that must agree, or the comparison is worth nothing.</summary>
    public void Equal(string what, long peer, long own) => Print(what, peer == own, $"{own:#,##0}, peer {peer:#,##0}");

    /// <summary>A figure without a limit.</summary>
    public void Say(string what, double value, string unit) => Write(what, $"{value:0.###} {unit}");

    /// <summary>How far the runs of one measurement lie apart: the noise of the machine.</summary>
    public void Noise(IReadOnlyCollection<TimeSpan> runs)
    {
        double median = Median.Of(runs.Select(static run => run.TotalSeconds));
        Write("  fastest and slowest run", $"{100 * ((runs.Min().TotalSeconds / median) - 1):+0.0;-0.0} % and {100 * ((runs.Max().TotalSeconds / median) - 1):+0.0;-0.0} % of {median * 1000:0} ms");
    }

    private void Print(string what, bool kept, FormattableString figure)
    {
        AllKept &= kept;
        Write(what, $"{figure.ToString(CultureInfo.InvariantCulture)}: {(kept ? "kept" : "MISSED")}");
    }

    private void Write(string what, FormattableString text) => output.WriteLine($"  {what,-34}{text.ToString(CultureInfo.InvariantCulture)}");
}
