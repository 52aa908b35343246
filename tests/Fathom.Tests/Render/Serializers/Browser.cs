using System.Diagnostics;
using System.Globalization;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render.Serializers;

/// <summary>A headless Chromium that reaches no network; a test without one is skipped, as <c>eng/allowed-skips.txt</c> says.</summary>
internal sealed class Browser(TestFolder folder)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(120);

    /// <summary>The document as it is once its scripts have run, and what they said on the console.</summary>
    public async Task<(string Document, string Console)> OpenAsync(string page, string hash, int width)
    {
        (string output, string error) = await RunAsync(page, hash, width, "--dump-dom", "--enable-logging=stderr");
        return (output, string.Join('\n', error.Split('\n').Where(static line => line.Contains("CONSOLE", StringComparison.Ordinal))));
    }

    /// <summary>A picture of the page in a frame of that size: how many bytes it takes.</summary>
    public async Task<int> PictureAsync(string page, int width, int height)
    {
        string file = folder.File(string.Create(CultureInfo.InvariantCulture, $"page-{width}.png")), frame = folder.File("frame.html");
        // A window is at least 500 wide; a frame in it may be as narrow as a telephone.
        await File.WriteAllTextAsync(
            frame,
            string.Create(CultureInfo.InvariantCulture, $"<body style='margin:0'><iframe src='{new Uri(page).AbsoluteUri}' style='width:{width}px;height:{height}px;border:0'></iframe>"),
            TestContext.Current.CancellationToken);
        await RunAsync(frame, "", width, $"--screenshot={file}", string.Create(CultureInfo.InvariantCulture, $"--window-size={width},{height}"), "--hide-scrollbars");
        byte[] picture = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);
        return picture.Length;
    }

    private async Task<(string Output, string Error)> RunAsync(string page, string hash, int width, params string[] more)
    {
        ProcessStartInfo start = new(Needs.Browser())
        {
            ArgumentList =
            {
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
                $"--user-data-dir={folder.File("profile")}", "--virtual-time-budget=3000", string.Create(CultureInfo.InvariantCulture, $"--window-size={width},900"),
            },
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string argument in more)
            start.ArgumentList.Add(argument);
        start.ArgumentList.Add($"{new Uri(page).AbsoluteUri}{hash}");
        using Process process = Process.Start(start)!;
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(s_patience);
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(patience.Token), error = process.StandardError.ReadToEndAsync(patience.Token);
            await process.WaitForExitAsync(patience.Token);
            Assert.Equal(0, process.ExitCode);
            return (await output, await error);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }
}
