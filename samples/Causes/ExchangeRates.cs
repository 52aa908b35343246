namespace Store;

/// <summary>What other currencies are worth, from a partner.</summary>
internal sealed class ExchangeRates(Func<Uri> partner) : IDisposable
{
    private readonly HttpClient _client = new();

    public Task<string> AskAsync(string currency) => _client.GetStringAsync(new Uri(partner(), $"/partners/rates/{currency}"));

    /// <summary>What the partner gets besides the question.</summary>
    public Task<string> HeadersAsync() => _client.GetStringAsync(new Uri(partner(), "/headers"));

    /// <summary>The partner, who is slow.</summary>
    public static async Task<string> AnswerAsync(string currency)
    {
        await Task.Delay(40);
        return currency == "EUR" ? "1.08" : "1.13";
    }

    public void Dispose() => _client.Dispose();
}
