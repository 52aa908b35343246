using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Fathom.EndToEnd.Time;

/// <summary>A symbol server of our own, which has what a test gives it.</summary>
internal sealed class SymbolFiles : IDisposable
{
    private readonly HttpListener _listener = new();

    public SymbolFiles()
    {
        using (TcpListener free = new(IPAddress.Loopback, 0))
        {
            free.Start();
            Address = $"http://127.0.0.1:{((IPEndPoint)free.LocalEndpoint).Port}/";
        }

        _listener.Prefixes.Add(Address);
        _listener.Start();
        _ = Task.Run(AnswerAsync);
    }

    public string Address { get; }

    /// <summary>Files by their paths.</summary>
    public ConcurrentDictionary<string, byte[]> Files { get; } = new();

    /// <summary>The paths that were asked for.</summary>
    public ConcurrentQueue<string> Asked { get; } = new();

    public void Dispose() => _listener.Close();

    private async Task AnswerAsync()
    {
        while (_listener.IsListening)
        {
            HttpListenerContext context = await _listener.GetContextAsync();
            string path = context.Request.Url!.AbsolutePath.TrimStart('/');
            Asked.Enqueue(path);
            bool isThere = Files.TryGetValue(path, out byte[]? content);
            context.Response.StatusCode = isThere ? 200 : 404;
            context.Response.Close(content ?? [], willBlock: true);
        }
    }
}
