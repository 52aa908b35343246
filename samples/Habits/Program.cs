// A shop with a habit, which is the first word:
//   batch        asks a partner once for each order, and has no bad habit
//   n-plus-one   asks once for each line of an order
//   client-each  asks once, with an HttpClient that is made for it
//   poll         as batch, and a thread looks each millisecond whether there is something to do
//   garbage      as batch, and threads allocate texts that live for some time
//   lookups      as batch, and a thread looks up the name of a shop that is gone
//   pieces       as batch, and a thread reads a list line by line, with a call for each
// It prints "ready {}" and serves its own customers until its input closes; "orders N" waits until N orders more are served.
using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Habits;

internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (arguments is not ["batch" or "n-plus-one" or "client-each" or "poll" or "garbage" or "lookups" or "pieces"])
        {
            await Console.Error.WriteLineAsync("usage: Habits batch | n-plus-one | client-each | poll | garbage | lookups | pieces");
            return 2;
        }

        using Partner partner = new();
        using Prices prices = new(partner.Address);
        WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = "Production" });
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using WebApplication app = builder.Build();
        app.MapGet("/orders/{order:int}", (int order) => arguments[0] switch
        {
            "n-plus-one" => prices.OneByOneAsync(order),
            "client-each" => prices.WithNewClientAsync(order),
            _ => prices.AllAtOnceAsync(order),
        });
        await app.StartAsync();
        if (arguments[0] == "poll")
            Letterbox.Begin();
        if (arguments[0] == "garbage")
            Receipts.Begin();
        if (arguments[0] == "lookups")
            Neighbours.Begin();
        if (arguments[0] == "pieces")
            StockList.Begin();
        Uri address = new(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
        using Customer customer = new(address);
        Console.WriteLine("ready {}");
        while (await Console.In.ReadLineAsync() is { } line)
        {
            if (line.Split(' ') is ["orders", var count])
                Console.WriteLine($"done {await customer.ServedAsync(int.Parse(count, CultureInfo.InvariantCulture))}");
        }

        return 0;
    }
}
