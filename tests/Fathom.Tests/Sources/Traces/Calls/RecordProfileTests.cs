using Fathom.Model;
using Fathom.Model.Catalog;
using Fathom.Sources.Traces.Calls;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Calls;

/// <summary>The profiles that are shipped, and lists that make no sense.</summary>
public sealed class RecordProfileTests
{
    [Fact]
    public void Shipped_profiles_say_what_they_add_and_cost_and_fill_tables_that_exist()
    {
        Assert.Equal(RecordProfile.Default, RecordProfile.Shipped[0].Name);
        Assert.All(RecordProfile.Shipped, static profile =>
        {
            Assert.NotEmpty(profile.Adds);
            Assert.NotEmpty(profile.Cost);
            Assert.All(profile.Tables, static table => Assert.Contains(TableCatalog.All, schema => schema.Name == table));
            foreach (Func<RecordedCall, int> number in (Func<RecordedCall, int>[])[static call => call.X64, static call => call.Arm64])
                Assert.Equal(profile.Calls.Count(call => number(call) >= 0), profile.Calls.Select(number).Where(static number => number >= 0).Distinct().Count());
        });
    }

    // The kernel's own list: what x64 calls are numbered.
    [Theory]
    [InlineData("openat", 257)]
    [InlineData("pwrite64", 18)]
    [InlineData("fsync", 74)]
    public void A_call_has_the_number_of_the_kernel(string name, int number) =>
        Assert.Equal(number, RecordProfile.Named("io")[0].Calls.Single(call => call.Name == name).X64);

    [Fact]
    public void Profiles_combine_and_an_unknown_one_is_refused_with_the_next_step()
    {
        Assert.Equal(["io", "default"], RecordProfile.Named("io, default,io").Select(static profile => profile.Name));

        FathomException near = Assert.Throws<FathomException>(static () => RecordProfile.Named("default,oi"));
        FathomException far = Assert.Throws<FathomException>(static () => RecordProfile.Named("everything"));

        Assert.Equal("There is no profile 'oi'.", near.Message);
        Assert.Equal("There is no profile 'everything'.", far.Message);
    }

    [Theory]
    [InlineData("call read 0")]
    [InlineData("call read 0 63 read - what")]
    [InlineData("event block")]
    [InlineData("plain block")]
    [InlineData("trace no_such_call")]
    [InlineData("call no_such_call")]
    [InlineData("faults all")]
    [InlineData("more")]
    public void A_line_that_makes_no_sense_is_named(string line) =>
        Assert.Contains($"'{line}'", Assert.Throws<FormatException>(() => RecordProfile.Parse("x", line)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_file_is_a_profile_of_its_own_and_takes_calls_from_those_that_are_shipped()
    {
        const string text = """
            # mine
            call openat
            trace futex
            plain net:net_dev_queue len>1000
            faults
            provider MyCompany-Shop
            """;
        RecordProfile own = RecordProfile.Named("io,./my.profile", path => path == "./my.profile" ? text : "")[1];

        Assert.Equal(RecordProfile.Named("io")[0].Calls.Single(static call => call.Name == "openat"), Assert.Single(own.Calls));
        Assert.Equal([202], own.TracedNumbers(isArm: false));
        Assert.Equal([98], own.TracedNumbers(isArm: true));
        Assert.Equal(new ProfileEvent("net:net_dev_queue", ProfileCallers.None, "len>1000"), Assert.Single(own.Events));
        Assert.Equal((true, "MyCompany-Shop"), (own.HasFaults, Assert.Single(own.Providers)));
    }

    [Theory]
    [InlineData("", "records nothing")]
    [InlineData("call mine 1000 1000 read - fd", "'mine'")]
    [InlineData("event", "'event'")]
    public void A_file_that_makes_no_sense_is_refused_with_one_sentence(string text, string expected)
    {
        FathomException refused = Assert.Throws<FathomException>(() => RecordProfile.Named("my.profile", _ => text));

        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.Contains(expected, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', refused.Message);
    }
}
