using System.Diagnostics;
using System.Globalization;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render.Serializers;

/// <summary>
/// A page in a headless Chromium whose window is as narrow as a telephone, which a window of its own cannot be, and that can be asked about. It speaks the protocol of the browser's own
/// tools over a web socket: https://chromedevtools.github.io/devtools-protocol/
/// </summary>
internal sealed class BrowserWindow : IAsyncDisposable
{
    private const string Listening = "DevTools listening on ";
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(180);

    private readonly Process _process;
    private readonly ClientWebSocket _socket = new();
    private readonly CancellationTokenSource _stop;
    private readonly byte[] _buffer = new byte[1 << 16];
    private string _session = "";
    private Task<string> _said = Task.FromResult("");
    private int _last;

    private BrowserWindow(Process process)
    {
        _process = process;
        _stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        _stop.CancelAfter(s_patience);
        _socket.Options.Proxy = null;
    }

    /// <summary>Starts the browser; a test without one is skipped.</summary>
    public static async Task<BrowserWindow> OpenAsync(TestFolder folder)
    {
        ProcessStartInfo start = new(Needs.Browser())
        {
            ArgumentList =
            {
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
                $"--user-data-dir={folder.File("window")}", "--remote-debugging-port=0", "about:blank",
            },
            RedirectStandardError = true,
        };
        BrowserWindow window = new(Process.Start(start)!);
        try
        {
            await window.ConnectAsync();
            return window;
        }
        catch
        {
            await window.DisposeAsync();
            throw;
        }
    }

    /// <summary>Shows a page in that width and waits until its script has run.</summary>
    public async Task ShowAsync(string page, string hash, int width)
    {
        await AskAsync("Emulation.setDeviceMetricsOverride", new { width, height = 900, deviceScaleFactor = 1, mobile = width < 500 });
        // The same address again would be no new page.
        await AskAsync("Page.navigate", new { url = "about:blank" });
        await UntilAsync("location.href === 'about:blank'");
        await AskAsync("Page.navigate", new { url = new Uri(page).AbsoluteUri + hash });
        await UntilAsync("document.documentElement?.dataset.ready === '1'");
    }

    /// <summary>The value of an expression as JSON.</summary>
    public async Task<JsonElement> EvaluateAsync(string expression)
    {
        JsonElement answer = await AskAsync("Runtime.evaluate", new { expression, returnByValue = true });
        Assert.False(answer.TryGetProperty("exceptionDetails", out JsonElement reason), reason.ToString());
        return answer.GetProperty("result").TryGetProperty("value", out JsonElement value) ? value : default;
    }

    /// <summary>Presses and lets go a key, such as <c>ArrowRight</c>, with Shift or without.</summary>
    public async Task PressAsync(string key, bool withShift = false)
    {
        int code = key switch { "Tab" => 9, "Enter" => 13, "Escape" => 27, "Backspace" => 8, _ => 0 };
        foreach (string type in (string[])["keyDown", "keyUp"])
            await AskAsync("Input.dispatchKeyEvent", new { type, key, code = key, windowsVirtualKeyCode = code, modifiers = withShift ? 8 : 0 });
    }

    /// <summary>Presses the left button of the mouse in one place, moves to another, and lets go there.</summary>
    public async Task DragAsync((double X, double Y) from, (double X, double Y) to)
    {
        await AskAsync("Input.dispatchMouseEvent", new { type = "mouseMoved", x = from.X, y = from.Y });
        await AskAsync("Input.dispatchMouseEvent", new { type = "mousePressed", x = from.X, y = from.Y, button = "left", buttons = 1, clickCount = 1 });
        if (from != to)
            await AskAsync("Input.dispatchMouseEvent", new { type = "mouseMoved", x = to.X, y = to.Y, button = "left", buttons = 1 });
        await AskAsync("Input.dispatchMouseEvent", new { type = "mouseReleased", x = to.X, y = to.Y, button = "left", clickCount = 1 });
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync(CancellationToken.None);
        await _said;
        _process.Dispose();
        _socket.Dispose();
        _stop.Dispose();
    }

    private async Task ConnectAsync()
    {
        string? line;
        do
            line = await _process.StandardError.ReadLineAsync(_stop.Token);
        while (line is not null && !line.StartsWith(Listening, StringComparison.Ordinal));
        Assert.NotNull(line);
        // What it says later is not looked at, but a full pipe would stop it.
        _said = _process.StandardError.ReadToEndAsync(CancellationToken.None);
        await _socket.ConnectAsync(new Uri(line[Listening.Length..]), _stop.Token);
        JsonElement target = await AskAsync("Target.createTarget", new { url = "about:blank" });
        JsonElement attached = await AskAsync("Target.attachToTarget", new { targetId = target.GetProperty("targetId").GetString(), flatten = true });
        _session = attached.GetProperty("sessionId").GetString()!;
    }

    private async Task UntilAsync(string condition)
    {
        while (!IsTrue(await SendAsync("Runtime.evaluate", new { expression = condition, returnByValue = true })))
            await Task.Delay(50, _stop.Token);
    }

    // While one page gives way to the next there is nothing that could be asked, which the browser says as an error.
    private static bool IsTrue(JsonElement message) => message.TryGetProperty("result", out JsonElement answer) && answer.TryGetProperty("result", out JsonElement result)
        && result.TryGetProperty("value", out JsonElement value) && value.ValueKind == JsonValueKind.True;

    private async Task<JsonElement> AskAsync(string method, object parameters)
    {
        JsonElement message = await SendAsync(method, parameters);
        Assert.False(message.TryGetProperty("error", out JsonElement error), string.Create(CultureInfo.InvariantCulture, $"{method}: {error}"));
        return message.GetProperty("result");
    }

    private async Task<JsonElement> SendAsync(string method, object parameters)
    {
        Dictionary<string, object> question = new() { ["id"] = ++_last, ["method"] = method, ["params"] = parameters };
        if (_session.Length > 0)
            question["sessionId"] = _session;
        await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(question), WebSocketMessageType.Text, endOfMessage: true, _stop.Token);
        while (true)
        {
            using JsonDocument message = JsonDocument.Parse(await ReceiveAsync());
            // Events have no number.
            if (message.RootElement.TryGetProperty("id", out JsonElement id) && id.GetInt32() == _last)
                return message.RootElement.Clone();
        }
    }

    private async Task<string> ReceiveAsync()
    {
        using MemoryStream message = new();
        ValueWebSocketReceiveResult part;
        do
        {
            part = await _socket.ReceiveAsync(_buffer.AsMemory(), _stop.Token);
            message.Write(_buffer, 0, part.Count);
        }
        while (!part.EndOfMessage);
        return Encoding.UTF8.GetString(message.GetBuffer(), 0, (int)message.Length);
    }
}
