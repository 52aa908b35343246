using System.Text.Json;
using Fathom.Model.Trees;
using Fathom.TestSupport;
using Fathom.Tests.Model.Trees;
using Xunit;

namespace Fathom.Tests.Render.Flames;

/// <summary>Profiles of pprof, as a reader of others understands them.</summary>
[Trait(Needs.Trait, Needs.PprofReason)]
public sealed class PprofTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Stacks_and_sums_are_those_of_the_profile()
    {
        for (int seed = 0; seed < 6; seed++)
        {
            StackExport export = RandomTimes.Export(seed, isBytes: seed % 2 == 0, hasWeights: seed != 3);
            JsonElement read = await ReadAsync(export);

            string[] types = [.. read.GetProperty("types").EnumerateArray().Select(static type => type.GetString()!)];
            Assert.Equal(seed == 3 ? ["samples/count"] : ["samples/count", seed % 2 == 0 ? "alloc_space/bytes" : "cpu/nanoseconds"], types);
            Assert.Equal(seed == 3 ? "samples" : seed % 2 == 0 ? "alloc_space" : "cpu", read.GetProperty("usual").GetString());
            Assert.Equal(export.DurationNs, read.GetProperty("duration").GetInt64());
            Assert.Equal(
                export.Profile.Stacks.Select(stack => Line(export, stack)).Order(StringComparer.Ordinal),
                read.GetProperty("samples").EnumerateArray().Select(Line).Order(StringComparer.Ordinal));
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Names_are_kept_whole()
    {
        JsonElement read = await ReadAsync(FlamePageTests.Named(FlamePageTests.Hostile));

        Assert.All(
            read.GetProperty("samples").EnumerateArray().SelectMany(static sample => sample.GetProperty("names").EnumerateArray()),
            static name => Assert.EndsWith(FlamePageTests.Hostile, name.GetString(), StringComparison.Ordinal));
    }

    private async Task<JsonElement> ReadAsync(StackExport export)
    {
        string file = _folder.File("p.pb.gz");
        await File.WriteAllBytesAsync(file, PageOf.Bytes("pprof", export), TestContext.Current.CancellationToken);
        return await PprofReader.ReadAsync(file, _folder, TestContext.Current.CancellationToken);
    }

    private static string Line(StackExport export, StackWeight stack)
    {
        List<string> names = [];
        foreach (int method in export.Profile.FramesOf(stack))
            names.Insert(0, export.Profile.Methods[method].Name!);
        TreeProcess process = export.Profile.Processes[stack.Process];
        string values = export.HasWeight ? $"{stack.Count} {stack.Weight}" : $"{stack.Count}";
        return $"{process.Name} {process.Pid} {string.Join(';', names)} {string.Join(';', names.Select(static _ => "m.dll"))} {values}";
    }

    private static string Line(JsonElement sample)
    {
        string All(string name) => string.Join(';', sample.GetProperty(name).EnumerateArray().Select(static one => one.GetString()));
        string values = string.Join(' ', sample.GetProperty("values").EnumerateArray().Select(static one => one.GetInt64()));
        return $"{sample.GetProperty("process").GetString()} {sample.GetProperty("pid").GetInt64()} {All("names")} {All("files")} {values}";
    }
}
