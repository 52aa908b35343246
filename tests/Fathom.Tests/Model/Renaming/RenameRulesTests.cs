using Fathom.Model.Renaming;
using Xunit;

namespace Fathom.Tests.Model.Renaming;

public sealed class RenameRulesTests
{
    [Theory]
    [InlineData("host --index", true)]
    [InlineData("host --INDEX", true)]
    [InlineData("host", false)]
    [InlineData("host --index --test", false)]
    public void A_rule_fits_when_all_texts_are_there_and_no_forbidden_one(string commandLine, bool fits) =>
        Assert.Equal(fits, new RenameRule("host", ["--index", "host"], ["--TEST", "--dry"], "x").Fits("HOST", commandLine));

    [Fact]
    public void A_rule_for_another_executable_does_not_fit() => Assert.False(new RenameRule("host", [], [], "x").Fits("hosted", "host"));

    [Fact]
    public void A_rule_without_conditions_fits_every_command_line() => Assert.True(new RenameRule("host", [], [], "x").Fits("host", ""));

    [Fact]
    public void The_first_rule_that_fits_decides()
    {
        RenameRules rules = new([new("host", ["--a"], [], "first"), new("host", [], [], "second"), new("host", [], [], "third")]);

        Assert.Equal("first", rules.Apply("host", ["host"], "--a"));
        Assert.Equal("second", rules.Apply("host", ["host"], "--b"));
        Assert.Equal("other", rules.Apply("other", ["other"], "--a"));
    }

    [Fact]
    public void A_rule_may_mean_the_program_or_the_application() =>
        Assert.Equal("x", new RenameRules([new("program", [], [], "x")]).Apply("app", ["app", "program"], ""));
}
