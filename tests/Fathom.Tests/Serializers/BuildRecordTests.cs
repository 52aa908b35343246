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
        record.Add(new BuiltProgram(project, BuildTarget.Default, executable, ""), "one", new ProgramInputs([], SourceFingerprint.Of([])), s_now);
        record.Save(_folder.Path);

        BuildRecord again = BuildRecord.Load(_folder.Path);

        Assert.Equal(executable, again.Find(project, BuildTarget.Default, "one", s_now.AddYears(1))!.Executable);
        Assert.Null(again.Find(project, BuildTarget.Default, "two", s_now));
        Assert.Null(again.Find(other, BuildTarget.Default, "one", s_now));
        File.Delete(executable);
        Assert.Null(again.Find(project, BuildTarget.Default, "one", s_now));
    }

    [Theory]
    [InlineData("library.dll")]
    [InlineData("other/Code.cs")]
    [InlineData("other/New.cs")]
    public void A_program_is_stale_when_a_library_or_a_project_that_it_loads_has_changed(string changed)
    {
        string place = Directory.CreateDirectory(_folder.File("place")).FullName, executable = _folder.File("program"), library = _folder.File("library.dll");
        string other = Path.Combine(Directory.CreateDirectory(_folder.File("other")).FullName, "Other.csproj");
        foreach (string file in (string[])[executable, library, other, Path.Combine(_folder.File("other"), "Code.cs")])
            File.WriteAllText(file, "as it was");
        Directory.CreateDirectory(Path.Combine(place, "inputs"));
        File.WriteAllLines(Path.Combine(place, "inputs", "A.txt"), [library, other, Path.Combine(place, "bin", "made-of-it.dll"), ""]);
        Fathom.Serializers.Programs.ProgramProject project = new("A", "/nowhere/A.csproj");
        BuildRecord record = BuildRecord.Load(_folder.Path);
        record.Add(new BuiltProgram(project, BuildTarget.Default, executable, ""), "one", ProgramInputs.Read(place, project), s_now);
        record.Save(_folder.Path);
        Directory.CreateDirectory(_folder.File("other/obj"));
        File.WriteAllText(_folder.File("other/obj/built"), "of no account");
        Assert.NotNull(BuildRecord.Load(_folder.Path).Find(project, BuildTarget.Default, "one", s_now));

        File.WriteAllText(_folder.File(changed), "as it is now, a little longer");

        Assert.Null(BuildRecord.Load(_folder.Path).Find(project, BuildTarget.Default, "one", s_now));
    }

    [Fact]
    public void A_program_of_which_nobody_knows_what_it_loads_is_built_again()
    {
        string executable = _folder.File("program");
        File.WriteAllText(executable, "");
        Fathom.Serializers.Programs.ProgramProject project = new("A", "/nowhere/A.csproj");
        BuildRecord record = BuildRecord.Load(_folder.Path);
        record.Add(new BuiltProgram(project, BuildTarget.Default, executable, ""), "one", null, s_now);

        Assert.Null(record.Find(project, BuildTarget.Default, "one", s_now));
    }

    [Fact]
    public void What_was_not_available_is_tried_again_after_an_hour()
    {
        Fathom.Serializers.Programs.ProgramProject project = new("A", "/nowhere/A.csproj");
        BuildRecord record = BuildRecord.Load(_folder.Path);
        record.Add(new BuiltProgram(project, BuildTarget.Default, null, "NU1101"), "one", null, s_now);

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
