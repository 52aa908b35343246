using Fathom.Capture.Recording;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>Names of recordings that the user did not name.</summary>
public sealed class DatedNameTests
{
    private static readonly DateTimeOffset s_now = new(2026, 11, 28, 22, 51, 7, TimeSpan.FromHours(1));

    [Theory]
    [InlineData("Shop", "Shop")]
    [InlineData(null, "machine")]
    [InlineData("../a b", "_a_b")]
    [InlineData("--help", "help")]
    [InlineData("..", "recording")]
    public void They_have_what_is_recorded_and_the_local_time(string? subject, string begin) =>
        Assert.Equal($"{begin}-2026-11-28-2251.fathom", DatedName.Of(subject, s_now));

    [Fact]
    public void One_that_is_taken_as_a_recording_or_as_raw_files_gets_a_number()
    {
        string plain = $"named-in-a-test-{Guid.NewGuid():N}", first = DatedName.Of(plain, s_now);
        try
        {
            Directory.CreateDirectory(first);
            string second = DatedName.Of(plain, s_now);
            Assert.Equal($"{plain}-2026-11-28-2251-2.fathom", second);
            Directory.CreateDirectory(RawFolder.PathFor(second));
            Assert.Equal($"{plain}-2026-11-28-2251-3.fathom", DatedName.Of(plain, s_now));
        }
        finally
        {
            foreach (string left in Directory.GetDirectories(".", $"{plain}*"))
                Directory.Delete(left);
        }
    }

    [Theory]
    [InlineData("Shop", "dotnet", "bin/Shop.dll", "--urls", "http://a")]
    [InlineData("dotnet", "/usr/bin/dotnet", "run")]
    [InlineData("My.App", "./My.App")]
    [InlineData("sh", "sh", "-c", "true")]
    public void A_program_that_is_started_has_the_name_of_its_assembly_or_file(string name, params string[] words) =>
        Assert.Equal(name, DatedName.OfProgram(words));
}
