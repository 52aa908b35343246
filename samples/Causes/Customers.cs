using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Headers;
using System.Text.Json;

namespace Store;

/// <summary>Customers, each of whom asks for one thing again and again, and measures how long the answer takes.</summary>
internal sealed class Customers(Uri address) : IDisposable
{
    private static readonly (string Route, int Count, int PauseMs, Func<int, string> Path)[] s_wishes =
    [
        ("/quotes/{product}", 4, 20, static i => $"/quotes/{i}"),
        ("/ledger/{account}/book", 4, 10, static i => $"/ledger/{i % 100}/book"),
        ("/labels/{order}", 6, 30, static i => $"/labels/{new Guid(i, 7, 7, [1, 2, 3, 4, 5, 6, 7, 8])}"),
        ("/catalog", 1, 120, static _ => "/catalog"),
        ("/receipts/{order}", 1, 150, static i => $"/receipts/{i}"),
        ("/vouchers/{code}", 1, 60, static i => i % 10 == 9 ? "/vouchers/0" : $"/vouchers/{1_000 + (i % 7)}"),
        ("/slots/{day}", 6, 5, static i => $"/slots/{i % 30}"),
        ("/rates/EUR", 3, 20, static _ => "/rates/EUR"),
        ("/recommendations/{customer}", 1, 80, static i => $"/recommendations/{i}"),
    ];

    private readonly ConcurrentQueue<(int Number, string Route, long Start, long End, int Status)> _answers = [];
    private readonly CancellationTokenSource _closing = new();
    private int _number;

    public static async Task<int> RunAsync(Uri address)
    {
        using Customers customers = new(address);
        Task[] all = [.. s_wishes.SelectMany(wish => Enumerable.Range(0, wish.Count).Select(i => Task.Run(() => customers.OrderAsync(wish.Route, wish.PauseMs, wish.Path, i))))];
        Console.WriteLine("ready {}");
        while (await Console.In.ReadLineAsync() is { } line)
        {
            if (line == "close")
            {
                await customers._closing.CancelAsync();
                await Task.WhenAll(all);
                Console.WriteLine("closed");
            }
            else if (line.Split(' ', 2) is ["truth", .. var file])
            {
                customers.Write(file.FirstOrDefault());
            }
        }

        await customers._closing.CancelAsync();
        await Task.WhenAll(all);
        customers.Write(null);
        return 0;
    }

    public void Dispose() => _closing.Dispose();

    private async Task OrderAsync(string route, int pauseMs, Func<int, string> path, int first)
    {
        using HttpClient client = new() { BaseAddress = address };
        for (int i = first * 1_000; !_closing.IsCancellationRequested; i++)
        {
            int number = Interlocked.Increment(ref _number);
            using HttpRequestMessage request = new(HttpMethod.Get, path(i));
            request.Headers.Add("Order-Number", number.ToString(CultureInfo.InvariantCulture));
            request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("*/*"));
            long start = Stopwatch.GetTimestamp();
            int status;
            try
            {
                using HttpResponseMessage answer = await client.SendAsync(request);
                await answer.Content.ReadAsByteArrayAsync();
                status = (int)answer.StatusCode;
            }
            catch (HttpRequestException)
            {
                status = 0;
            }

            _answers.Enqueue((number, route, start, Stopwatch.GetTimestamp(), status));
            await Task.Delay(pauseMs);
        }
    }

    // Number, route, begin and end in ns of the monotonic clock, status (0 for no answer) of each; the sums by route on the output.
    private void Write(string? file)
    {
        (int Number, string Route, long Start, long End, int Status)[] answers = [.. _answers];
        if (file is not null)
        {
            File.WriteAllLines(file, answers.Select(static one => string.Create(
                CultureInfo.InvariantCulture, $"{one.Number},{one.Route},{one.Start},{one.End},{one.Status}")));
        }

        var routes = answers.GroupBy(static one => one.Route, static one => (DurationNs: one.End - one.Start, one.Status)).Select(static one => new
        {
            route = one.Key,
            n = one.Count(),
            failed = one.Count(static each => each.Status is 0 or >= 500),
            sum_ns = one.Sum(static each => each.DurationNs),
            max_ns = one.Max(static each => each.DurationNs),
        });
        Console.WriteLine($"truth {JsonSerializer.Serialize(routes)}");
    }
}
