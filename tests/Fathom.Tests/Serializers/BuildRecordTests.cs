using Fathom.Serializers.Programs;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Which programs have to be built again.</summary>
public sealed class BuildRecordTests : IDisposable
{
    private static readonly DateTimeOffset s_now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_program_is_known_as_long_as_its_own_sources_and_its_file_are_what_they_were()
    {
        string executable = _folder.File("program");
        File.WriteAllText(executable, "");
        Fathom.Serializers.Programs.ProgramProject project = new("A", "/nowhere/A.csproj"), other = new("B", "/nowhere/B.csproj");
        BuildRecord record = BuildRecord.Load(_folder.Path);
        record.Add(new BuiltProgram(project, BuildTarget.Default, executable, ""), "one", s_now);
        record.Save(_folder.Path);

        BuildRecord again = BuildRecord.Load(_folder.Path);

        Assert.Equal(executable, again.Find(project, BuildTarget.Default, "one", s_now.AddYears(1))!.Executable);
        Assert.Null(again.Find(project, BuildTarget.Default, "two", s_now));
        Assert.Null(again.Find(other, BuildTarget.Default, "one", s_now));
        File.Delete(executable);
        Assert.Null(again.Find(project, BuildTarget.Default, "one", s_now));
    }

    [Fact]
    public void What_was_not_available_is_tried_again_after_an_hour()
    {
        Fathom.Serializers.Programs.ProgramProject project = new("A", "/nowhere/A.csproj");
        BuildRecord record = BuildRecord.Load(_folder.Path);
        record.Add(new BuiltProgram(project, BuildTarget.Default, null, "NU1101"), "one", s_now);

        Assert.Equal("NU1101", record.Find(project, BuildTarget.Default, "one", s_now.AddMinutes(59))!.Reason);
        Assert.Null(record.Find(project, BuildTarget.Default, "one", s_now.AddMinutes(61)));
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("{\"Fingerprint\":\"x\",\"Executables\":{}}")]
    [InlineData("not JSON")]
    public void A_record_that_cannot_be_read_means_that_all_is_built(string text)
    {
        File.WriteAllText(_folder.File("built.json"), text);

        Assert.Empty(BuildRecord.Load(_folder.Path).Programs);
    }
}
