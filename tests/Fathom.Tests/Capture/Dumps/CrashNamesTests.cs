using Fathom.Capture.Dumps;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Dumps;

/// <summary>A crash happens once: its dump gets a name that is free.</summary>
public sealed class CrashNamesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false, "it_3.core")]
    [InlineData(true, "it.core")]
    public void Files_of_others_are_replaced_only_where_that_is_wanted(bool replaces, string free)
    {
        File.WriteAllText(_folder.File("it.core"), "");
        Directory.CreateDirectory(_folder.File("it_2.core.fathom"));

        Assert.Equal(_folder.File(free), new CrashNames(replaces).Free(_folder.File("it.core")));
    }

    [Fact]
    public void Dumps_of_the_same_run_are_never_replaced()
    {
        CrashNames names = new(replaces: true);
        names.Add(_folder.File("it.core"));

        Assert.Equal(_folder.File("it_2.core"), names.Free(_folder.File("it.core")));
        Assert.Equal(1, names.Count);
    }
}
