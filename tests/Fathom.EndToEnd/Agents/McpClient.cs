using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Xunit;

namespace Fathom.EndToEnd.Agents;

/// <summary>A client of the Model Context Protocol: a request is a line of JSON-RPC, and so is its answer.</summary>
internal sealed class McpClient : IDisposable
{
    public const string Hello = """{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}""";

    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(3);
    private readonly Process _server;
    private int _last;

    private McpClient(Process server) => _server = server;

    public static McpClient Start(params string[] options)
    {
        ProcessStartInfo start = FathomTool.Start(FathomTool.Executable, ["mcp", .. options], null, null);
        start.RedirectStandardInput = start.RedirectStandardOutput = true;
        return new McpClient(Process.Start(start)!);
    }

    public async Task<JsonElement> AskAsync(string method, string parameters)
    {
        int id = ++_last;
        await _server.StandardInput.WriteLineAsync($$"""{"jsonrpc":"2.0","id":{{id}},"method":"{{method}}","params":{{parameters}}}""");
        await _server.StandardInput.FlushAsync();
        while (await _server.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().WaitAsync(s_longest) is { } line)
        {
            JsonElement answer = JsonDocument.Parse(line).RootElement;
            // Notices of the server have no number.
            if (!answer.TryGetProperty("id", out JsonElement number) || number.GetInt32() != id)
                continue;
            Assert.False(answer.TryGetProperty("error", out JsonElement error), error.ToString());
            return answer.GetProperty("result");
        }

        throw new InvalidOperationException($"The server ended before it answered '{method}'.");
    }

    public async Task<(string Text, bool IsError)> CallAsync(string tool, string arguments)
    {
        JsonElement result = await AskAsync("tools/call", $$"""{"name":"{{tool}}","arguments":{{arguments}}}""");
        return (result.GetProperty("content")[0].GetProperty("text").GetString()!, result.TryGetProperty("isError", out JsonElement isError) && isError.GetBoolean());
    }

    public async Task<JsonElement[]> RowsAsync(string tool, string arguments)
    {
        (string text, bool isError) = await CallAsync(tool, arguments);
        Assert.False(isError, text);
        JsonElement answer = JsonDocument.Parse(text).RootElement;
        foreach (string part in (string[])["total_rows", "next_cursor", "totals", "losses", "notes", "is_partial"])
            Assert.True(answer.TryGetProperty(part, out _), part);
        return [.. answer.GetProperty("rows").EnumerateArray()];
    }

    public void Tell(string method)
    {
        _server.StandardInput.WriteLine($$"""{"jsonrpc":"2.0","method":"{{method}}"}""");
        _server.StandardInput.Flush();
    }

    /// <summary>Closes its input, and waits for its exit code.</summary>
    public int End()
    {
        _server.StandardInput.Close();
        Assert.True(_server.WaitForExit(s_longest));
        return _server.ExitCode;
    }

    public void Dispose()
    {
        if (!_server.HasExited)
            _server.Kill(entireProcessTree: true);
        _server.Dispose();
    }
}
