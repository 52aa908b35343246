using System.IO.Compression;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Folders that the environment names for debuggers of Windows, with a real trace and the PDBs that PerfView put beside it.</summary>
[Trait(Needs.Trait, Needs.DataReason)]
public sealed class WindowsSymbolPathTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Folders_of_the_environment_are_searched_where_the_user_names_none()
    {
        string trace = _folder.File("app.etl"), symbols = _folder.File("symbols"), empty = Directory.CreateDirectory(_folder.File("empty")).FullName;
        using (ZipArchive zip = ZipFile.OpenRead(Path.Combine(Needs.DataFolder(), "etl", "perfview", "net.4.5.x86.win7.etl.zip")))
        {
            foreach (ZipArchiveEntry entry in zip.Entries)
            {
                string place = entry.FullName.Replace('\\', '/');
                string path = place.EndsWith(".etl", StringComparison.Ordinal) ? trace : _folder.File(place);
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                entry.ExtractToFile(path);
            }
        }

        long without = await NamedAsync(""), with = await NamedAsync($@"C:\symbols;srv*{symbols}*https://symbols.example/");
        long given = await NamedAsync(symbols, "--symbol-path", empty);

        Assert.Equal((0, 0), (without, given));
        Assert.True(with > 100, $"{with} frames have a name");

        // Servers are those of the path, and only asked by --fetch.
        string kept = _folder.File("kept.fathom");
        await FathomTool.RunAsync("extract", trace, "--save", kept);
        ToolRun asked = await FathomTool.RunAsync(["symbols", kept, "--fetch", "--symbol-path", "srv*http://127.0.0.1:9/store"],
            new Dictionary<string, string> { ["XDG_CACHE_HOME"] = Directory.CreateDirectory(_folder.File("cache")).FullName });
        Assert.Contains("The symbol server 'http://127.0.0.1:9/store/' does not answer", asked.Error, StringComparison.Ordinal);

        async Task<long> NamedAsync(string variable, params string[] options)
        {
            string saved = _folder.File($"{Guid.NewGuid():N}.fathom");
            ToolRun made = await FathomTool.RunAsync(["extract", trace, .. options, "--save", saved], new Dictionary<string, string> { ["_NT_SYMBOL_PATH"] = variable });
            Assert.True(made.ExitCode is 0 or 1, made.ToString());
            JsonElement[] rows = await FathomTool.RowsAsync("symbols", saved, "--where", "module=mscorlib.ni.dll");
            Assert.NotEmpty(rows);
            return rows.Sum(static row => row.GetProperty("frames").GetInt64() - row.GetProperty("unnamed_frames").GetInt64());
        }
    }
}
