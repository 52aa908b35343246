using Fathom.Model;
using Fathom.Model.Patterns;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Suites;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>A name that nothing has is said before anything is built, and what was asked for and does not build is no success.</summary>
public sealed class WantedSerializersTests
{
    private const string Compiler = "CS1002: ; expected";

    private static readonly Dictionary<string, string> s_withoutAdapter = new() { ["Jil"] = "no release since 2019" };

    [Theory]
    [InlineData("System.Text.Jsn", "No serializer is called 'System.Text.Jsn'.", "did you mean 'System.Text.Json'? fathom serializers list shows the names")]
    [InlineData("System.Text.Json,Newton", "No serializer is called 'Newton'.", "did you mean 'Newtonsoft.Json'? fathom serializers list shows the names")]
    [InlineData("Zzz*", "No serializer is called 'Zzz*'.", "fathom serializers list shows the names")]
    [InlineData("Jil", "'Jil' has no adapter: no release since 2019", "fathom serializers list shows what there is")]
    [InlineData("!*", "'--serializer' leaves no serializer.", "fathom serializers list shows the names")]
    public void A_name_that_nothing_has_is_refused_before_anything_is_built(string names, string message, string next)
    {
        ProgramFolder folder = new(Path.Combine(Repository.Root, "serializers"));

        FathomException refused = Assert.Throws<FathomException>(() => Wanted(names).RequireKnown(folder.Projects));

        Assert.Equal((ExitCode.Usage, message, next), (refused.ExitCode, refused.Message, refused.NextStep));
    }

    [Theory]
    [InlineData("System.Text.*,!*(references)")]
    [InlineData("(empty native process)")]
    [InlineData("newtonsoft.json")]
    public void A_name_that_something_has_is_taken(string names) => Wanted(names).RequireKnown(new ProgramFolder(Path.Combine(Repository.Root, "serializers")).Projects);

    [Fact]
    public void A_library_without_adapter_can_be_listed() =>
        new WantedSerializers(new SuitePlan { Names = new PatternList("Jil"), ListsLibraries = true }, s_withoutAdapter)
            .RequireKnown(new ProgramFolder(Path.Combine(Repository.Root, "serializers")).Projects);

    [Fact]
    public void A_program_that_does_not_compile_is_missing_whether_or_not_it_was_named()
    {
        Assert.Equal([$"B is not available: {Compiler}"], Wanted(null).Missing([Offered("A", ""), Offered("B", Compiler)]));
        Assert.Equal([$"A, B and 2 others are not available: {Compiler}"], Wanted(null).Missing([.. "ABCD".Select(static name => Offered(name.ToString(), Compiler))]));
    }

    // Not every package can be had on every machine: that is no failure of who measures the others.
    [Fact]
    public void A_package_that_does_not_restore_is_missing_only_where_it_was_asked_for()
    {
        OfferedSerializer[] all = [Offered("A", ""), Offered("B", "NU1101: no such package"), Offered("B (references)", "NU1101: no such package")];

        Assert.Empty(Wanted(null).Missing(all));
        Assert.Empty(Wanted("A,*").Missing(all));
        Assert.Equal(["B is not available: NU1101: no such package"], Wanted("A,B").Missing(all));
        Assert.Equal(["B, B (references) are not available: NU1101: no such package"], Wanted("A,B*").Missing(all));
        Assert.Equal(["B, B (references) are not available: NU1101: no such package"], Wanted(null).Missing(all[1..]));
    }

    [Fact]
    public void What_is_not_available_is_a_sentence_for_each_reason_whether_or_not_it_was_named()
    {
        OfferedSerializer[] all =
        [
            Offered("A", ""), Offered("B", "NU1101: no such package"), Offered("C", Compiler), Offered("B (references)", "NU1101: no such package"),
            Offered("D", "FATHOM1: not compiled ahead of time"),
        ];

        Assert.Equal(["B, B (references) are not available: NU1101: no such package", $"C is not available: {Compiler}"], WantedSerializers.Absent(all));
    }

    [Fact]
    public void What_is_used_in_place_of_a_wanted_package_is_told_of_each_program_that_is_there()
    {
        using TestFolder folder = new();
        string assets = folder.File("one.json");
        File.WriteAllText(assets, """{ "logs": [ { "code": "NU1603", "message": "A depends on L (>= 1.0.0) but L 1.0.0 was not found. L 1.0.2 was resolved instead." } ] }""");

        IReadOnlyList<string> told = WantedSerializers.Substituted(
            [Offered("A", ""), Offered("A (references)", ""), Offered("B", ""), Offered("C", Compiler)], program => program.Project.Name is "B" ? folder.File("none.json") : assets);

        Assert.Equal(["A: L 1.0.2 is used in place of 1.0.0, which is not served"], told);
    }

    [Theory]
    [InlineData("Newtonsoft.Jsn", "did you mean 'Newtonsoft.Json'?")]
    [InlineData("Zzzz", "the packages are ")]
    public void A_package_that_no_program_uses_is_refused(string package, string next)
    {
        WantedSerializers wanted = new(new SuitePlan { Packages = [new PackagePin(package, "1.0.0")] }, s_withoutAdapter);

        FathomException refused = Assert.Throws<FathomException>(() => wanted.RequireKnown(new ProgramFolder(Path.Combine(Repository.Root, "serializers")).Projects));

        Assert.Equal((ExitCode.Usage, $"No program uses a package '{package}'."), (refused.ExitCode, refused.Message));
        Assert.StartsWith(next, refused.NextStep, StringComparison.Ordinal);
    }

    [Fact]
    public void A_version_that_does_not_restore_was_asked_for()
    {
        OfferedSerializer gone = new(
            2,
            "A 1.0.0",
            new BuiltProgram(new Fathom.Serializers.Programs.ProgramProject("A", "/A.csproj"), BuildTarget.Default with { Package = new PackagePin("A", "1.0.0") }, null, "NU1102: no such version"),
            null,
            "NU1102: no such version") { Entry = "A" };

        Assert.Equal(["A 1.0.0 is not available: NU1102: no such version"], Wanted(null).Missing([Offered("A", ""), gone]));
    }

    [Fact]
    public void Two_programs_with_a_serializer_of_one_name_are_told() => Assert.Equal(
        "Two programs offer a serializer that is called 'A': '/A.csproj' and '/A.csproj'.",
        Assert.Throws<FathomException>(static () => Wanted(null).RequireOffered([Offered("A", ""), Offered("A", "")])).Message);

    private static WantedSerializers Wanted(string? names) => new(new SuitePlan { Names = names is null ? null : new PatternList(names) }, s_withoutAdapter);

    private static OfferedSerializer Offered(string name, string reason) => new(
        1,
        name,
        new BuiltProgram(new Fathom.Serializers.Programs.ProgramProject(name, $"/{name}.csproj"), BuildTarget.Default, null, reason),
        reason.Length == 0 ? new Message("serializer") : null,
        reason);
}
