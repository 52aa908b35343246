using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Habits;

/// <summary>Another company: it answers each question with a number. It is no server of ASP.NET, so that the shop's requests are all that there are.</summary>
internal sealed class Partner : IDisposable
{
    private static readonly byte[] s_answer = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\n42");

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _closing = new();

    public Partner()
    {
        _listener.Start();
        _ = AcceptAsync();
    }

    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    public void Dispose()
    {
        _closing.Cancel();
        _listener.Dispose();
        _closing.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_closing.IsCancellationRequested)
            _ = AnswerAsync(await _listener.AcceptTcpClientAsync(_closing.Token));
    }

    // A question is as short as a packet, and the next one comes after its answer.
    private async Task AnswerAsync(TcpClient asking)
    {
        using TcpClient client = asking;
        NetworkStream stream = client.GetStream();
        byte[] question = new byte[4096];
        while (await stream.ReadAsync(question, _closing.Token) > 0)
            await stream.WriteAsync(s_answer, _closing.Token);
    }
}
