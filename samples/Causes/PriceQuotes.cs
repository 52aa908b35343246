namespace Store;

/// <summary>What a product costs today.</summary>
internal static class PriceQuotes
{
    public static decimal Of(int product) => Math.Round(AskAsync(product).Result * 1.19m, 2);

    private static async Task<decimal> AskAsync(int product)
    {
        await Task.Delay(15);
        return product % 1_000 / 10m;
    }
}
