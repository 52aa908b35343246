using System.Diagnostics;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>Whether a process began since the last look.</summary>
public sealed class NewestNumberTests
{
    [Fact]
    public void It_has_changed_at_first_and_when_the_kernel_gave_another_number()
    {
        using TestFolder folder = new();
        string file = folder.File("loadavg");
        File.WriteAllText(file, "0.20 0.18 0.12 1/80 11206\n");
        using NewestNumber number = new(folder.Path);

        Assert.True(number.HasChanged());
        Assert.False(number.HasChanged());
        File.WriteAllText(file, "0.30 0.18 0.12 2/81 11206\n");
        Assert.False(number.HasChanged());
        File.WriteAllText(file, "0.30 0.18 0.12 2/81 11207\n");
        Assert.True(number.HasChanged());
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("nonsense")]
    public void Without_a_number_each_look_finds_a_change(string? text)
    {
        using TestFolder folder = new();
        if (text is not null)
            File.WriteAllText(folder.File("loadavg"), text);
        using NewestNumber number = new(folder.Path);

        Assert.True(number.HasChanged());
        Assert.True(number.HasChanged());
    }

    [Fact]
    public void A_process_that_starts_changes_it()
    {
        using NewestNumber number = new();
        _ = number.HasChanged();

        using Process process = Process.Start("true")!;

        Assert.True(number.HasChanged());
        process.WaitForExit();
    }
}
