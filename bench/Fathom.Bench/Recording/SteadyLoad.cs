using System.Diagnostics;

namespace Fathom.Bench.Recording;

/// <summary>Clients that ask at a constant rate, each at its own times, which do not move when an answer is late; or that ask again at once.</summary>
internal sealed class SteadyLoad : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Task[] _clients;
    private readonly HttpClient _client;
    private readonly string _what;
    private long _answers;

    /// <summary>Begins to ask.</summary>
    /// <param name="address">Of whom.</param>
    /// <param name="clients">How many ask.</param>
    /// <param name="perSecond">Requests of all together in a second; null where each asks again as soon as it has its answer.</param>
    /// <param name="what">What of each order they ask for, such as /page/500: that many from it on; empty for the order itself.</param>
    public SteadyLoad(Uri address, int clients, int? perSecond, string what)
    {
        _what = what;
        _client = new HttpClient(new SocketsHttpHandler { MaxConnectionsPerServer = clients }) { BaseAddress = address };
        TimeSpan pause = perSecond is { } rate ? TimeSpan.FromSeconds((double)clients / rate) : TimeSpan.Zero;
        _clients = [.. Enumerable.Range(0, clients).Select(client => Task.Run(() => AskAsync(client * 101, pause)))];
    }

    /// <summary>Answers so far.</summary>
    public long Answers => Volatile.Read(ref _answers);

    public void Dispose()
    {
        _stop.Cancel();
        Task.WaitAll(_clients);
        _client.Dispose();
        _stop.Dispose();
    }

    private async Task AskAsync(int first, TimeSpan pause)
    {
        long begin = Stopwatch.GetTimestamp();
        for (int i = 0; !_stop.IsCancellationRequested; i++)
        {
            TimeSpan early = (pause * i) - Stopwatch.GetElapsedTime(begin);
            if (early > TimeSpan.Zero)
                await Task.Delay(early);
            using HttpResponseMessage answer = await _client.GetAsync(new Uri($"/orders/{(first + (i * 37)) % 5_000}{_what}", UriKind.Relative));
            await answer.Content.ReadAsByteArrayAsync();
            if (answer.IsSuccessStatusCode)
                Interlocked.Increment(ref _answers);
        }
    }
}
