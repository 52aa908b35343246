using Fathom.Serializers.Programs;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Which program an error of the build belongs to.</summary>
public sealed class BuildErrorsTests
{
    private static readonly Fathom.Serializers.Programs.ProgramProject s_one = new("One", "/s/One/One.csproj"), s_two = new("Two", "/s/Two/Two.csproj");

    [Theory]
    [InlineData("/s/One/A.cs(1,2): error CS0103: The name 'x' does not exist [/s/One/One.csproj]", "CS0103: The name 'x' does not exist", null)]
    [InlineData("/s/Two/Two.csproj : error NU1101: Unable to find package Q [/place/programs.proj]", null, "NU1101: Unable to find package Q")]
    [InlineData("/s/Kit/K.cs(3,4): error CS1002: ; expected [/s/Kit/Kit.csproj]", "Kit: CS1002: ; expected", "Kit: CS1002: ; expected")]
    [InlineData("/s/Kit/K.cs(3,4): error CS1002: ; expected [/s/Kit/Kit.csproj::TargetFramework=net10.0]", "Kit: CS1002: ; expected", "Kit: CS1002: ; expected")]
    [InlineData("/place/programs.proj(3,5): error MSB4181: The task returned false but did not log an error. [/place/programs.proj]", null, null)]
    public void An_error_is_of_its_program_and_one_of_what_they_share_of_all(string line, string? one, string? two)
    {
        BuildErrors errors = new([line], [s_one, s_two], "/place/programs.proj");

        Assert.Equal((one, two), (errors.Of(s_one), errors.Of(s_two)));
    }

    [Fact]
    public void Its_own_error_comes_before_one_of_what_they_share()
    {
        BuildErrors errors = new(["K.cs(3,4): error CS1002: ; expected [/s/Kit/Kit.csproj]", "A.cs(1,2): error CS0103: own [/s/One/One.csproj]"], [s_one, s_two], "/place/programs.proj");

        Assert.Equal("CS0103: own", errors.Of(s_one));
    }
}
