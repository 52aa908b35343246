namespace Fathom.Model.Statistics;

/// <summary>Medians and other quantiles in linear time, by partial ordering of the values.</summary>
public static class Median
{
    /// <summary>The median; the mean of the middle two for an even number. The values are reordered.</summary>
    /// <exception cref="ArgumentException">There are no values.</exception>
    public static double Of(Span<double> values)
    {
        int middle = values.Length / 2;
        double upper = Ordered(values, middle);
        if (values.Length % 2 != 0)
            return upper;
        double lower = values[0];
        foreach (double value in values[1..middle])
            lower = Math.Max(lower, value);
        return lower + ((upper - lower) / 2);
    }

    /// <summary>The value that has <paramref name="rank"/> values before it in ascending order. The values are reordered: none before that place is larger.</summary>
    /// <exception cref="ArgumentException">There is no such rank.</exception>
    public static double Ordered(Span<double> values, int rank)
    {
        if ((uint)rank >= (uint)values.Length)
            throw new ArgumentException($"There is no rank {rank} in {values.Length} values.", nameof(rank));
        int low = 0, high = values.Length - 1;
        while (low < high)
        {
            (int left, int right) = Split(values, low, high);
            if (rank <= right)
                high = right;
            else if (rank >= left)
                low = left;
            else
                break;
        }

        return values[rank];
    }

    // Hoare's partition around the middle one of three: everything up to `Right` is at most the pivot, everything from `Left` on at least.
    private static (int Left, int Right) Split(Span<double> values, int low, int high)
    {
        double pivot = MiddleOfThree(values[low], values[low + ((high - low) / 2)], values[high]);
        int left = low, right = high;
        while (left <= right)
        {
            while (values[left] < pivot)
                left++;
            while (values[right] > pivot)
                right--;
            if (left <= right)
            {
                (values[left], values[right]) = (values[right], values[left]);
                left++;
                right--;
            }
        }

        return (left, right);
    }

    private static double MiddleOfThree(double a, double b, double c) => Math.Max(Math.Min(a, b), Math.Min(Math.Max(a, b), c));
}
