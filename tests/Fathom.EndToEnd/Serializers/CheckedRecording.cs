using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>A small measurement with <c>--checks</c>, made once for all tests that look at it.</summary>
public sealed class CheckedRecording : IAsyncLifetime
{
    private readonly TestFolder _folder = new();

    /// <summary>The recording.</summary>
    public string Path => _folder.File("checked.fathom");

    /// <summary>The page that was written with it.</summary>
    public string Page => _folder.File("page.html");

    /// <inheritdoc/>
    public async ValueTask InitializeAsync()
    {
        string[] ask =
        [
            "serializers", "--checks", "--quick", "--serializer", "System.Text.Json,System.Text.Json (references),BinaryFormatter,(seeded) A", "--case", "bookshelf", "-n", "5",
            "--launches", "1", "--samples", "1", "--save", Path, "--page", Page,
        ];
        ToolRun result = await FathomTool.RunAsync(ask, FathomTool.Seeded, timeout: TimeSpan.FromMinutes(4), folder: _folder.Path);
        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }
}
