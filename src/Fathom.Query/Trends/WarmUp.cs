using Fathom.Model.Statistics;

namespace Fathom.Query.Trends;

/// <summary>Finds where the start of a series ends: the part that rises or jumps unlike what follows, such as caches that fill.</summary>
public static class WarmUp
{
    private const int Segments = 8;
    private const int LastCut = 5;
    private const int LeastSegment = 6;
    private const double Unlike = 4;

    /// <summary>The number of points to leave out, at most five eighths of them.</summary>
    /// <param name="values">The values in the order in which they were taken.</param>
    public static int Length(ReadOnlySpan<double> values)
    {
        int segment = values.Length / Segments;
        if (segment < LeastSegment)
            return 0;
        Span<double> levels = stackalloc double[Segments];
        Span<double> spreads = stackalloc double[Segments];
        double[] buffer = new double[values.Length - ((Segments - 1) * segment)];
        for (int i = 0; i < Segments; i++)
        {
            Span<double> part = buffer.AsSpan(0, i == Segments - 1 ? buffer.Length : segment);
            values.Slice(i * segment, part.Length).CopyTo(part);
            levels[i] = Median.Of(part);
            double level = levels[i];
            for (int j = 0; j < part.Length; j++)
                part[j] = Math.Abs(part[j] - level);
            spreads[i] = Median.Of(part);
        }

        return Cut(levels, spreads, segment);
    }

    private static int Cut(ReadOnlySpan<double> levels, ReadOnlySpan<double> spreads, int segment)
    {
        Span<double> steps = stackalloc double[Segments - 1];
        for (int i = 0; i < steps.Length; i++)
            steps[i] = levels[i + 1] - levels[i];
        for (int last = LastCut; last >= 1; last--)
        {
            // What follows says how large a usual step is and how much it varies.
            Span<double> later = steps[last..].ToArray();
            double usual = Median.Of(later);
            double varies = 0;
            foreach (double step in steps[last..])
                varies = Math.Max(varies, Math.Abs(step - usual));
            double noise = 1.4826 * 1.2533 * Math.Sqrt(2) * Median.Of(spreads[last..].ToArray()) / Math.Sqrt(segment);
            bool isUnlike = Math.Abs(steps[last - 1] - usual) > Math.Max(Math.Abs(usual), Unlike * Math.Max(varies, noise));
            if (isUnlike && IsLeftBehind(levels, last))
                return Math.Min((last * segment) + (segment / 2), LastCut * segment);
        }

        return 0;
    }

    // A start is left for good. The teeth of a saw come back to their level.
    private static bool IsLeftBehind(ReadOnlySpan<double> levels, int last)
    {
        bool below = true, above = true;
        foreach (double before in levels[..last])
        {
            foreach (double after in levels[last..])
            {
                below &= before < after;
                above &= before > after;
            }
        }

        return below || above;
    }
}
