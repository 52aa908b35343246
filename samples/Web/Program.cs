using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Web;

/// <summary>
/// A minimal API under the load of clients in the same process. Prints "ready" with its address when all of it was in use, and ends when its input closes.
/// <c>--clients N</c> (4), <c>--handlers N</c> on a static event (0), <c>--heap-mib N</c> of managed heap at least (0).
/// </summary>
internal static class Program
{
    public static async Task Main(string[] args)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton<OrderCache>();
        await using WebApplication app = builder.Build();
        app.MapGet("/orders/{id:int}", static (int id, OrderCache cache) => Results.Json(cache.Get(id)));
        app.MapGet("/orders/{first:int}/page/{count:int}", static (int first, int count, OrderCache cache) => Results.Json(cache.Page(first, count)));
        app.MapGet("/orders/{first:int}/summary/{count:int}", static (int first, int count, OrderCache cache) => Results.Json(OrderSummary.Of(cache.Over(first, count))));
        // Answers with the time that it took, in ns.
        app.MapGet("/delay/{milliseconds:int}", static async (int milliseconds) =>
        {
            long begin = Stopwatch.GetTimestamp();
            await Task.Delay(milliseconds);
            return $"{(long)Stopwatch.GetElapsedTime(begin).TotalNanoseconds}";
        });
        await app.StartAsync();

        List<PriceView> views = [.. Enumerable.Range(0, Number(args, "--handlers", 0)).Select(static _ => new PriceView())];
        PriceFeed.Raise();
        app.Services.GetRequiredService<OrderCache>().Fill(Number(args, "--heap-mib", 0) * 1024L * 1024);
        string address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        await new Load(new Uri(address), Number(args, "--clients", 4)).Start();
        Console.WriteLine($$"""ready {"address":"{{address}}"}""");
        while (Console.ReadLine() is not null)
            PriceFeed.Raise();
        GC.KeepAlive(views);
    }

    private static int Number(string[] args, string name, int otherwise) =>
        Array.IndexOf(args, name) is >= 0 and int at ? int.Parse(args[at + 1]) : otherwise;
}
