using System.Net.Http.Json;
using System.Text.Json;

namespace Web;

/// <summary>Clients that ask for orders, one request after the other with a short rest between.</summary>
internal sealed class Load(Uri address, int clients)
{
    private const int Warm = 500;

    private int _answers;

    public Task Start()
    {
        for (int i = 0; i < clients; i++)
            _ = Task.Run(Run);
        return Task.Run(async () =>
        {
            while (clients > 0 && Volatile.Read(ref _answers) < Warm)
                await Task.Delay(10);
        });
    }

    private async Task Run()
    {
        using HttpClient client = new() { BaseAddress = address };
        for (int id = 0; ; id = (id + 37) % 5_000)
        {
            JsonElement order = await client.GetFromJsonAsync<JsonElement>($"/orders/{id}");
            if (order.GetProperty("id").GetInt32() == id)
                Interlocked.Increment(ref _answers);
            await Task.Delay(2);
        }
    }
}
