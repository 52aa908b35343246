using Fathom.Serializers.Facts;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>What a restore took in place of packages that are not served, as NuGet writes it beside the packages.</summary>
public sealed class PackageSubstitutesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(
        "Fathom.Serializers.YamlDotNet depends on YamlDotNet (>= 16.3.1) but YamlDotNet 16.3.1 was not found. YamlDotNet 17.1.0 was resolved instead.",
        "YamlDotNet 17.1.0 is used in place of 16.3.1, which is not served")]
    [InlineData(
        "protobuf-net 3.4.14 depends on protobuf-net.Core (>= 3.4.14) but protobuf-net.Core 3.4.14 was not found. protobuf-net.Core 3.4.40 was resolved instead.",
        "protobuf-net.Core 3.4.40 is used in place of 3.4.14, which is not served")]
    [InlineData("Other words of a later NuGet.", "Other words of a later NuGet.")]
    public void A_package_in_place_of_another_is_told_once(string message, string clause) =>
        Assert.Equal([clause], Read($$"""{ "logs": [ {{Log("NU1603", message)}}, {{Log("NU1605", "Detected package downgrade")}}, {{Log("NU1603", message)}} ] }"""));

    [Fact]
    public void Without_a_warning_or_a_list_there_is_none()
    {
        Assert.Empty(Read("""{ "libraries": {} }"""));
        Assert.Empty(PackageSubstitutes.Read(_folder.File("none.json")));
    }

    [Theory]
    [InlineData("{")]
    [InlineData("""{ "logs": 3 }""")]
    [InlineData("""{ "logs": [ {} ] }""")]
    public void A_damaged_list_is_said_to_be_so(string text) =>
        Assert.StartsWith("whether packages are the wanted ones is not known: ", Assert.Single(Read(text)), StringComparison.Ordinal);

    private static string Log(string code, string message) => $$"""{ "code": "{{code}}", "level": "Warning", "message": "{{message}}" }""";

    private IReadOnlyList<string> Read(string text)
    {
        string assets = _folder.File("project.assets.json");
        File.WriteAllText(assets, text);
        return PackageSubstitutes.Read(assets);
    }
}
