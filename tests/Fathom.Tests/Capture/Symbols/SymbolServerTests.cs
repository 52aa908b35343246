using System.Net;
using Fathom.Capture.Symbols;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Symbols;

/// <summary>Servers of symbols, as far as no recording is needed: an own one, in either layout.</summary>
public sealed class SymbolServerTests : IDisposable
{
    private const string Id = "0123456789abcdef";

    private readonly TestFolder _folder = new();
    private readonly HttpListener _listener = new();
    private readonly List<string> _asked = [];
    private readonly string _address;

    public SymbolServerTests()
    {
        int port = 0;
        using (System.Net.Sockets.TcpListener free = new(IPAddress.Loopback, 0))
        {
            free.Start();
            port = ((IPEndPoint)free.LocalEndpoint).Port;
        }

        _address = $"http://127.0.0.1:{port}/symbols";
        _listener.Prefixes.Add($"http://127.0.0.1:{port}/");
    }

    public void Dispose()
    {
        _listener.Close();
        _folder.Dispose();
    }

    [Theory]
    [InlineData($"/symbols/buildid/{Id}/debuginfo", 1)]
    [InlineData($"/symbols/_.debug/elf-buildsym-{Id}/_.debug", 2)]
    public void A_file_is_found_in_either_layout(string place, int requests)
    {
        Serve(path => path == place ? (200, "symbols"u8.ToArray()) : (404, []));

        Assert.True(Get(out string file));

        Assert.Equal("symbols", File.ReadAllText(file));
        Assert.Equal(requests, _asked.Count);
        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
    }

    [Fact]
    public void What_a_server_does_not_have_is_no_error()
    {
        Serve(static _ => (404, []));

        Assert.False(Get(out string file));

        Assert.False(File.Exists(file));
    }

    [Theory]
    [InlineData(500)]
    [InlineData(503)]
    public void A_server_that_fails_is_named(int status)
    {
        Serve(_ => (status, []));

        FathomException error = Assert.Throws<FathomException>(() => Get(out _));

        Assert.StartsWith($"The symbol server '{_address}/' does not answer as one: ", error.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void Nobody_at_the_address_is_an_error_too() =>
        Assert.StartsWith($"The symbol server '{_address}/' does not answer", Assert.Throws<FathomException>(() => Get(out _)).Message,
            StringComparison.Ordinal);

    private bool Get(out string file)
    {
        using HttpClient client = new();
        file = _folder.File("fetched");
        return new SymbolServer(new Uri(_address), client).TryGet([$"buildid/{Id}/debuginfo", $"_.debug/elf-buildsym-{Id}/_.debug"], file, static _ => { }, TestContext.Current.CancellationToken);
    }

    private void Serve(Func<string, (int Status, byte[] Content)> answer)
    {
        _listener.Start();
        _ = Task.Run(async () =>
        {
            while (_listener.IsListening)
            {
                HttpListenerContext context = await _listener.GetContextAsync();
                string path = context.Request.Url!.AbsolutePath;
                _asked.Add(path);
                (context.Response.StatusCode, byte[] content) = answer(path);
                context.Response.Close(content, willBlock: true);
            }
        });
    }
}
