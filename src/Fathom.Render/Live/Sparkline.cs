namespace Fathom.Render.Live;

/// <summary>The newest values of a metric as a row of blocks, from the lowest to the highest of them.</summary>
/// <param name="length">How many values are shown.</param>
public sealed class Sparkline(int length)
{
    private const string Blocks = "▁▂▃▄▅▆▇█";

    private readonly double[] _values = new double[length];
    private long _added;

    /// <summary>Adds a value.</summary>
    public void Add(double value)
    {
        if (double.IsFinite(value))
            _values[_added++ % length] = value;
    }

    /// <summary>The row; as long as there are values, at most the given length. Values that are all the same are a low line.</summary>
    public override string ToString()
    {
        int count = (int)Math.Min(_added, length);
        if (count == 0)
            return "";
        ReadOnlySpan<double> values = _values.AsSpan(0, count);
        double low = values[0], high = values[0];
        foreach (double value in values)
            (low, high) = (Math.Min(low, value), Math.Max(high, value));
        return string.Create(count, (this, low, high), static (text, state) =>
        {
            (Sparkline line, double low, double high) = state;
            long first = line._added - text.Length;
            for (int i = 0; i < text.Length; i++)
            {
                double value = line._values[(first + i) % line._values.Length];
                text[i] = Blocks[high > low ? (int)Math.Round((value - low) / (high - low) * (Blocks.Length - 1)) : 0];
            }
        });
    }
}
