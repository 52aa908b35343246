using Fathom.Bench.Measuring;

namespace Fathom.Bench.Recording.Prices;

/// <summary>The prices of one run: gathered, compared with those that were kept, and kept if that was asked for.</summary>
/// <param name="options">How the benchmark runs.</param>
internal sealed class PriceRun(BenchOptions options)
{
    private readonly List<Price> _prices = [];

    /// <summary>Takes a price.</summary>
    public void Add(Price price) => _prices.Add(price);

    /// <summary>Compares them.</summary>
    /// <returns>Whether none is dearer than may be.</returns>
    public bool End()
    {
        string path = Environment.GetEnvironmentVariable("FATHOM_KEPT_PRICES") is { Length: > 0 } named ? named
            : throw new InvalidOperationException("FATHOM_KEPT_PRICES names no place. Start the benchmark with the script of its name in bench.");
        KeptPrices kept = new(path, PriceMachine.Name, options.Output);
        bool allKept = kept.Compare(_prices);
        if (options.Keep)
            kept.Keep(_prices, TimeProvider.System);
        return allKept;
    }
}
