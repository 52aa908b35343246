using System.Diagnostics;
using System.Text;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>What <c>fathom heap</c> says about subjects and files that it cannot use: one sentence, one next step, nothing on standard output.</summary>
public sealed partial class HeapBadInputTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_bad_input_is_one_sentence_with_the_next_step()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        using Process sleeper = Process.Start("sleep", "60");
        await PrepareAsync(sample);
        StringBuilder said = new();
        try
        {
            foreach (string line in new[]
            {
                "heap", "heap 4194305", "heap pid:one", "heap no-such-program", $"heap {sleeper.Id}", "heap file:nothing", "heap ./nothing",
                "heap empty", "heap text.txt", "heap program", "heap cut.core", "heap cut-header.core", "heap arm64.core", "heap windows.dmp",
                "heap newer.fathom", "heap begun.fathom.1.partial", "heap damaged.fathom", "heap missing-part.fathom",
                $"heap pid:{sample.Pid} -o taken.csv", $"heap pid:{sample.Pid} -o no-folder/heap.csv", $"heap pid:{sample.Pid} -o heap.xyz",
                $"heap pid:{sample.Pid} --save good.fathom", "heap good.fathom --save other.fathom", $"heap pid:{sample.Pid} --where colour=1..",
                $"heap pid:{sample.Pid} --fail-if sum.size_bytes=1..", "heap diff good.fathom", "heap diff good.fathom nothing.fathom",
            })
            {
                ToolRun run = await FathomTool.RunAsync(line.Split(' '), null, folder: _folder.Path);
                Assert.Equal("", run.Out);
                said.Append($"$ fathom {line}\n{run.Error}exit {run.ExitCode}\n\n");
            }
        }
        finally
        {
            sleeper.Kill();
        }

        Assert.True(File.Exists(_folder.File("taken.csv")) && File.ReadAllText(_folder.File("taken.csv")) == "mine\n");
        await TargetHealth.CheckAsync(sample);
        Snapshot.Match(Steady(said.ToString(), sample.Pid, sleeper.Id), "bad-input.txt");
    }

    private async Task PrepareAsync(SampleProcess sample)
    {
        await CoreDump.WriteAsync(sample.Pid, _folder.File("whole.core"));
        byte[] core = await File.ReadAllBytesAsync(_folder.File("whole.core"));
        File.Delete(_folder.File("whole.core"));
        await WriteAsync("cut.core", core[..(core.Length / 2)]);
        await WriteAsync("cut-header.core", core[..40]);
        // The machine of an ELF file is the number at 18; 183 is arm64.
        byte[] other = core[..4096];
        (other[18], other[19]) = (183, 0);
        await WriteAsync("arm64.core", other);
        await WriteAsync("windows.dmp", [.. "MDMP"u8, .. new byte[60]]);
        await WriteAsync("empty", []);
        await WriteAsync("text.txt", "hello\n"u8.ToArray());
        await WriteAsync("taken.csv", "mine\n"u8.ToArray());
        File.Copy("/bin/true", _folder.File("program"));

        ToolRun good = await FathomTool.RunAsync("heap", $"pid:{sample.Pid}", "--save", _folder.File("good.fathom"), "-q");
        Assert.True(good.ExitCode == 0, good.ToString());
        await ChangeManifestAsync("newer.fathom", text => SchemaPattern().Replace(ChecksumPattern().Replace(text, ""), "\"schema\": 99"));
        await ChangeManifestAsync("begun.fathom.1.partial", text => text);
        await ChangeManifestAsync("damaged.fathom", text => text[..text.IndexOf("\"tool_version\"", StringComparison.Ordinal)]);
        await ChangeManifestAsync("missing-part.fathom", text => text);
        File.Delete(Path.Combine(_folder.File("missing-part.fathom"), "heap_usage", "part-1.parquet"));
    }

    private Task WriteAsync(string name, byte[] content) => File.WriteAllBytesAsync(_folder.File(name), content);

    // A copy of the good recording whose manifest is another.
    private async Task ChangeManifestAsync(string name, Func<string, string> change)
    {
        foreach (string file in Directory.EnumerateFiles(_folder.File("good.fathom"), "*", SearchOption.AllDirectories))
        {
            string copy = Path.Combine(_folder.File(name), Path.GetRelativePath(_folder.File("good.fathom"), file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }

        string manifest = Path.Combine(_folder.File(name), "manifest.json");
        await File.WriteAllTextAsync(manifest, change(await File.ReadAllTextAsync(manifest)));
    }

    // Process numbers and sizes of cores differ from run to run, and machines have processes that nobody may look into.
    private string Steady(string text, int sample, int sleeper) => SizePattern().Replace(
        UnseenProcesses.LeaveOut(text).Replace($"{sample}", "PID", StringComparison.Ordinal)
            .Replace($"{sleeper}", "SLEEPER", StringComparison.Ordinal).Replace(_folder.Path, "FOLDER", StringComparison.Ordinal),
        "N");

    // A newer schema may seal its manifest in another way.
    [GeneratedRegex(",\\s*\"checksum\": \"[0-9a-f]{8}\"")]
    private static partial Regex ChecksumPattern();

    [GeneratedRegex("\"schema\": ?2")]
    private static partial Regex SchemaPattern();

    [GeneratedRegex("[0-9]+(,[0-9]{3})+|[0-9]{6,}(?=[^0-9])")]
    private static partial Regex SizePattern();
}
