using System.Diagnostics;
using System.Globalization;
using Fathom.Sources.Traces.Symbols;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Symbols;

/// <summary>Maps of compiled code: those that users name for any trace, and those of processes of this machine, in containers too.</summary>
public sealed class CompiledMapsTests : IDisposable
{
    private const int Pid = 12;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_map_in_a_folder_that_is_named_or_named_itself_tells_the_code_of_its_process_and_of_no_other()
    {
        File.WriteAllText(_folder.File("perf-12.map"), "1000 20 JS:*hot app.js:1\n2000 10 void [Shop] Shop.Cart::Add(int32)[Tier0]\n");

        foreach (string place in (string[])[_folder.Path, _folder.File("perf-12.map")])
        {
            CompiledMaps maps = new(["/nowhere", place], static () => null);

            Assert.Equal(new CompiledFunction("JS:*hot app.js:1", null, 4), maps.Find(Pid, 0x1004));
            Assert.Equal(new CompiledFunction("Shop.Cart.Add", "Shop.dll", 0), maps.Find(Pid, 0x2000));
            Assert.Null(maps.Find(Pid, 0x3000));
            Assert.Null(maps.Find(Pid + 1, 0x1004));
            Assert.Equal((true, "the map of its process does not list them"), (maps.Has(Pid), maps.ReasonOf(Pid)));
            Assert.Equal(
                (false, "perf-13.map is in no folder of --symbol-path, and this machine did not record the trace since its last reboot, or the trace does not say"),
                (maps.Has(Pid + 1), maps.ReasonOf(Pid + 1)));
        }
    }

    [Theory]
    [InlineData("perf-12.map", true)]
    [InlineData("perf-x.map", false)]
    [InlineData("perf-12.txt", false)]
    [InlineData("12.map", false)]
    public void A_map_is_known_by_its_name(string name, bool isMap)
    {
        File.WriteAllText(_folder.File(name), "");

        Assert.Equal(isMap, CompiledMaps.Is(_folder.File(name)));
        Assert.False(CompiledMaps.Is(_folder.File("perf-99.map")));
    }

    [Fact]
    public async Task The_map_of_a_process_with_files_and_numbers_of_its_own_is_found_where_it_wrote_it()
    {
        Needs.Root();
        using Process outer = Process.Start(new ProcessStartInfo(
            "unshare", ["--mount", "--pid", "--fork", "sh", "-c", "mount -t tmpfs none /tmp && echo '1000 10 hot' > /tmp/perf-$$.map && echo ready && exec sleep 300"])
        {
            RedirectStandardOutput = true,
        })!;
        try
        {
            Assert.Equal("ready", await outer.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
            string children = await File.ReadAllTextAsync($"/proc/{outer.Id}/task/{outer.Id}/children", TestContext.Current.CancellationToken);
            int inner = int.Parse(children, CultureInfo.InvariantCulture);

            Assert.Equal(new CompiledFunction("hot", null, 8), new CompiledMaps([], static () => 0).Find(inner, 0x1008));
            // One that was written before the machine was started, and one where another machine recorded the trace.
            Assert.Null(new CompiledMaps([], static () => long.MaxValue).Find(inner, 0x1008));
            Assert.Null(new CompiledMaps([], static () => null).Find(inner, 0x1008));
        }
        finally
        {
            outer.Kill(entireProcessTree: true);
        }
    }
}
