using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Store;

/// <summary>The service and its routes.</summary>
internal static class Shop
{
    public static async Task<int> RunAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = "Production" });
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using WebApplication app = builder.Build();
        ServiceClock clock = new();
        app.Use(clock.MeasureAsync);
        using Ledger ledger = new();
        using ExchangeRates rates = new(() => new Uri(Address(app)));
        Catalog catalog = new();
        using DeliverySlots slots = new();
        Recommendations recommendations = new();
        app.MapGet("/quotes/{product:int}", static (int product) => PriceQuotes.Of(product));
        app.MapGet("/ledger/{account:int}/book", (int account) => ledger.Book(account, 1));
        app.MapGet("/labels/{order:guid}", static (Guid order) => LabelPrinter.Print(order));
        app.MapGet("/catalog", () => Results.Text(catalog.Export(), "application/json"));
        app.MapGet("/receipts/{order:int}", static (int order) => ReceiptText.Of(order));
        app.MapGet("/vouchers/{code:int}", static (int code) => VoucherBook.Redeem(code));
        app.MapGet("/slots/{day:int}", (int day) => slots.ReserveAsync(day));
        app.MapGet("/rates/{currency}", (string currency) => rates.AskAsync(currency));
        app.MapGet("/partners/rates/{currency}", static (string currency) => ExchangeRates.AnswerAsync(currency));
        app.MapGet("/recommendations/{customer:int}", (int customer) => recommendations.For(customer));
        app.MapGet("/headers", static (HttpRequest request) => string.Join('\n', request.Headers.Select(static one => $"{one.Key}: {one.Value}")));
        app.MapGet("/partners/headers", (HttpRequest request) => rates.HeadersAsync());
        await app.StartAsync();
        Console.WriteLine($$"""ready {"address":"{{Address(app)}}"}""");
        while (await Console.In.ReadLineAsync() is { } line)
        {
            if (line.Split(' ', 2) is ["truth", var file])
                Console.WriteLine($"done {clock.Write(file)}");
        }

        return 0;
    }

    private static string Address(WebApplication app) => app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
}
