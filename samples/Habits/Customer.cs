using System.Net.Sockets;
using System.Text;

namespace Habits;

/// <summary>Orders again and again, over plain sockets: the requests of an HttpClient would be the shop's.</summary>
internal sealed class Customer : IDisposable
{
    private readonly CancellationTokenSource _closing = new();
    private readonly Uri _shop;
    private int _served;

    public Customer(Uri shop)
    {
        _shop = shop;
        _ = OrderAsync();
    }

    /// <summary>Waits until so many orders more are served.</summary>
    public async Task<int> ServedAsync(int more)
    {
        int until = Volatile.Read(ref _served) + more;
        while (Volatile.Read(ref _served) < until)
            await Task.Delay(10, _closing.Token);
        return more;
    }

    public void Dispose()
    {
        _closing.Cancel();
        _closing.Dispose();
    }

    private async Task OrderAsync()
    {
        using TcpClient client = new();
        await client.ConnectAsync(_shop.Host, _shop.Port, _closing.Token);
        NetworkStream stream = client.GetStream();
        byte[] answer = new byte[4096];
        for (int order = 1; !_closing.IsCancellationRequested; order++)
        {
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"GET /orders/{order} HTTP/1.1\r\nHost: shop\r\n\r\n"), _closing.Token);
            // The end of the answer is the end of its chunks, or its last byte.
            string text = "";
            while (!text.EndsWith("0\r\n\r\n", StringComparison.Ordinal) && !IsWhole(text))
                text += Encoding.ASCII.GetString(answer, 0, await stream.ReadAsync(answer, _closing.Token));
            Interlocked.Increment(ref _served);
            await Task.Delay(5, _closing.Token);
        }
    }

    private static bool IsWhole(string text)
    {
        const string length = "Content-Length: ", end = "\r\n\r\n";
        int at = text.IndexOf(length, StringComparison.OrdinalIgnoreCase), body = text.IndexOf(end, StringComparison.Ordinal);
        if (at < 0 || body < 0)
            return false;
        string number = text[(at + length.Length)..text.IndexOf('\r', at)];
        return text.Length - body - end.Length >= int.Parse(number, System.Globalization.CultureInfo.InvariantCulture);
    }
}
