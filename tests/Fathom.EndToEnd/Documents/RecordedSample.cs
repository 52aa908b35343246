using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>A recording of <c>samples/Slow</c>, made when the first page asks for it.</summary>
public sealed class RecordedSample : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly Lazy<Task<string>> _recording;

    /// <summary>Makes nothing yet.</summary>
    public RecordedSample() => _recording = new Lazy<Task<string>>(RecordAsync);

    /// <summary>Copies the recording to where the commands of a page look for it.</summary>
    /// <param name="folder">Where its commands are run.</param>
    public async Task CopyAsync(TestFolder folder)
    {
        string recording = await _recording.Value;
        foreach (string name in (string[])["slow.fathom", "fast.fathom"])
            TestFolder.Copy(recording, folder.File(name));
    }

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    private async Task<string> RecordAsync()
    {
        using Process shop = Process.Start(
            new ProcessStartInfo(Path.Combine(Repository.SampleFolder("Slow"), "Slow")) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        await shop.StandardInput.WriteLineAsync("orders 50");
        Assert.Equal("done 50", await shop.StandardOutput.ReadLineAsync());
        string[] args = ["record", shop.Id.ToString(CultureInfo.InvariantCulture), "--duration", "4s", "--save", _folder.File("slow.fathom")];
        ToolRun made = await FathomTool.RunAsync(args, environment: null, folder: _folder.Path);
        Assert.True(made.ExitCode is 0 or 1, made.ToString());
        shop.StandardInput.Close();
        await shop.WaitForExitAsync();
        return _folder.File("slow.fathom");
    }
}
