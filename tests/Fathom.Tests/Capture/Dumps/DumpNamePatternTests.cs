using Fathom.Capture.Dumps;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Capture.Dumps;

public sealed class DumpNamePatternTests
{
    private static readonly DateTimeOffset s_time = new(2026, 11, 21, 22, 15, 30, TimeSpan.Zero);

    [Theory]
    [InlineData("/d/{name}_{pid}_{time}_{n}.core", "Shop", "/d/Shop_4711_20261121-221530_3.core")]
    [InlineData("/d/it.core", "Shop", "/d/it.core")]
    [InlineData("/d/", "Shop", "/d/Shop_4711_20261121-221530.core")]
    [InlineData("/d/{name}", "../../etc/passwd", "/d/_.._etc_passwd")]
    [InlineData("/d/{name}.core", "dotnet build", "/d/dotnet_build.core")]
    public void The_parts_of_a_name_are_filled_in(string pattern, string process, string path) =>
        Assert.Equal(path, DumpNamePattern.Parse(pattern, "-o", isOne: true).PathOf(Process(process), s_time, 3));

    [Theory]
    [InlineData("{nam}.core", true, "'{nam}' in '-o {nam}.core' is not known.")]
    [InlineData("it.core", false, "'-o it.core' gives all dumps the same name.")]
    public void A_name_that_cannot_work_is_refused(string pattern, bool isOne, string message)
    {
        FathomException error = Assert.Throws<FathomException>(() => DumpNamePattern.Parse(pattern, "-o", isOne));
        Assert.Equal((ExitCode.Usage, message), (error.ExitCode, error.Message));
    }

    [Fact]
    public void Several_dumps_have_a_number_by_default() =>
        Assert.EndsWith("Shop_4711_20261121-221530_2.core", DumpNamePattern.Parse(null, "-o", isOne: false).PathOf(Process("Shop"), s_time, 2), StringComparison.Ordinal);

    private static ProcessFacts Process(string name) => new()
    {
        Pid = 4711,
        ParentPid = 1,
        Name = name,
        Application = null,
        Executable = null,
        CommandLine = null,
        RuntimeVersion = null,
        RuntimeLibrary = null,
        RssBytes = null,
        UserId = null,
        User = null,
        Container = null,
        StartUnixNs = 0,
        AgeNs = 0,
    };
}
