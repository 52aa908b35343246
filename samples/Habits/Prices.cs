using System.Globalization;

namespace Habits;

/// <summary>What the lines of an order cost, as the partner says.</summary>
internal sealed class Prices(Uri partner) : IDisposable
{
    private const int Lines = 20;

    private readonly HttpClient _client = new() { BaseAddress = partner };

    /// <summary>One question for each line.</summary>
    public async Task<string> OneByOneAsync(int order)
    {
        int sum = 0;
        for (int line = 0; line < Lines; line++)
            sum += Number(await _client.GetStringAsync(new Uri($"/prices/{order + line}", UriKind.Relative)));
        return sum.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>One question, of a client that is new.</summary>
    public async Task<string> WithNewClientAsync(int order)
    {
        using HttpClient client = new() { BaseAddress = partner };
        return await client.GetStringAsync(new Uri($"/prices/{order}", UriKind.Relative));
    }

    /// <summary>One question for all lines.</summary>
    public async Task<string> AllAtOnceAsync(int order) => await _client.GetStringAsync(new Uri($"/prices/{order}", UriKind.Relative));

    public void Dispose() => _client.Dispose();

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
