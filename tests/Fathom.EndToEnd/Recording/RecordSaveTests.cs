using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>What a flight recorder saves when it is asked from another shell.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
[Collection(nameof(WholeMachine))]
public sealed class RecordSaveTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_save_that_is_asked_for_has_what_was_until_then_and_the_recorder_goes_on()
    {
        Needs.Root();
        using SampleProcess web = SampleProcess.Start("Web", "--clients", "1");
        using Process ring = Process.Start(FathomTool.Start(FathomTool.Executable, ["record", "--save", "ring.fathom", $"{web.Pid}", "--ring", "1h"], null, _folder.Path))!;
        await Patience.UntilAsync(() => HasEvents("ring.raw/ring", web.Pid));

        Assert.Equal(0, (await FathomTool.RunAsync("mark", "before the request")).ExitCode);
        ToolRun save = await FathomTool.RunAsync("save", ring.Id.ToString(CultureInfo.InvariantCulture), "--format", "json");
        Assert.Equal(0, (await FathomTool.RunAsync("mark", "after it")).ExitCode);
        ToolRun second = await FathomTool.RunAsync("save", _folder.File("ring.fathom"), "--format", "csv");

        using (JsonDocument answer = JsonDocument.Parse(save.Out))
        {
            // On a busy machine something may not be told in time, which is said, and nothing else is.
            string[] lacks = [.. answer.RootElement.GetProperty("notes").EnumerateArray().Select(static note => note.GetString()!)];
            Assert.True(save.ExitCode == (lacks.Length > 0 ? 1 : 0), save.ToString());
            Assert.All(lacks, static lack => Assert.Contains(" in time", lack, StringComparison.Ordinal));
            Assert.Equal(_folder.File("ring-1.fathom"), Assert.Single(answer.RootElement.GetProperty("rows").EnumerateArray()).GetProperty("recording").GetString());
        }

        Assert.Contains(_folder.File("ring-2.fathom"), second.Out, StringComparison.Ordinal);
        Assert.False(ring.HasExited);
        await TargetHealth.CheckAsync(web, beats: false);
        Assert.Equal(["before the request"], await MarksAsync("ring-1.fathom"));
        Assert.Equal(["before the request", "after it"], await MarksAsync("ring-2.fathom"));

        Process.Start("kill", ["-INT", ring.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit();
        Task<string> error = ring.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await ring.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await ring.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Contains("'ring-1.fathom'", await error, StringComparison.Ordinal);
        ToolRun late = await FathomTool.RunAsync("save", _folder.File("ring.fathom"));
        Assert.Equal(3, late.ExitCode);
        Assert.Contains("is no running flight recorder of this user.", late.Error, StringComparison.Ordinal);
    }

    private bool HasEvents(string folder, int pid) =>
        Directory.Exists(_folder.File(folder)) && Directory.GetFiles(_folder.File(folder), $"{pid}.nettrace*").Any(static path => new FileInfo(path).Length > 0);

    private async Task<string[]> MarksAsync(string recording) =>
        [.. (await FathomTool.RowsAsync("sql", "select text from marker where source = 'shell' order by ts_ns", _folder.File(recording))).Select(static row => row.GetProperty("text").GetString()!)];
}
