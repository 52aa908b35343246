using System.Xml.Linq;
using Fathom.Model.Patterns;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

public sealed class ProgramProjectTests
{
    [Fact]
    public void There_is_a_program_for_each_serializer_that_must_work()
    {
        string[] required =
        [
            "System.Text.Json", "System.Text.Json (source generator)", "System.Text.Json (references)", "Newtonsoft.Json", "Newtonsoft.Json (references)",
            "Newtonsoft BSON", "DataContractSerializer", "DataContractSerializer (binary)",
            "DataContractSerializer (references)", "DataContractJsonSerializer", "XmlSerializer", "XmlSerializer (pre-generated)", "BinaryFormatter",
            "Google.Protobuf", "YamlDotNet", "Google.FlatBuffers", "Hyperion", "Hyperion (references, versions)",
            "System.Text.Json (package)", "Nerdbank.MessagePack",
            "Nerdbank.MessagePack (references)", "MongoDB BSON", "Orleans.Serialization", "MessagePack",
            "protobuf-net", "(overhead)", "(copy)", "(allocate only)", "(allocate only, list grows)", "(hand-written)",
        ];

        Assert.Empty(required.Except(ProgramProject.All.SelectMany(static program => program.Entries)));
    }

    [Fact]
    public void Every_entry_has_a_name_of_its_own()
    {
        Assert.All(ProgramProject.All, static program => Assert.NotEmpty(program.Entries));
        Assert.Empty(Repeated(ProgramProject.All.SelectMany(static program => program.Entries)));
    }

    // A program is built only where one of its serializers is wanted.
    [Fact]
    public void The_names_of_serializers_are_known_before_a_program_is_built()
    {
        // One that is written in other words would be offered only by a program that was built for another's sake.
        Assert.All(ProgramProject.All, static program => Assert.Equal(Made(program), new Fathom.Serializers.Programs.ProgramProject(program.Folder, program.File).Entries.Count));
        Assert.Equal(["SystemTextJson"], Needed("System.Text.Json"));
        Assert.Equal(["SystemTextJson", "SystemTextJson.Package", "SystemTextJson.SourceGenerator"], Needed("System.Text.Json*"));
        Assert.Equal(["Floors"], Needed("(copy)"));

        static int Made(ProgramProject program) => Directory.EnumerateFiles(Path.GetDirectoryName(program.File)!, "*.cs").Select(File.ReadAllText)
            .Where(static source => source.Contains("SerializerProgram.Run(", StringComparison.Ordinal))
            .Sum(static source => source.Split("new(\"").Length + source.Split("new SerializerEntry(\"").Length - 2);

        static IEnumerable<string> Needed(string pattern)
        {
            PatternList names = new(pattern);
            return new Fathom.Serializers.Programs.ProgramFolder(Path.Combine(Repository.Root, "serializers")).Projects
                .Where(project => project.MayOffer(name => names.Matches(name))).Select(static project => project.Name);
        }
    }

    [Fact]
    public void Every_project_has_a_name_of_its_own_so_that_no_output_folder_is_shared() =>
        Assert.Empty(Repeated(ProgramProject.All.Select(static program => Path.GetFileName(program.File))));

    // What a program needs is in its own project file: adding a serializer changes the first call of no other one.
    [Fact]
    public void No_program_names_a_package_or_project_of_another()
    {
        Assert.Empty(Repeated(ProgramProject.All.SelectMany(static program => program.Packages).Select(static package => package.Id)));
        Assert.All(ProgramProject.All, static program => Assert.Empty(program.References));

        XDocument shared = XDocument.Load(Path.Combine(Repository.Root, "serializers", "Directory.Build.props"));
        Assert.Empty(shared.Descendants("PackageReference"));
        Assert.Equal(
            ["$(MSBuildThisFileDirectory)Kit/Fathom.Serializers.Kit.csproj", "$(MSBuildThisFileDirectory)Kit/Plain/Fathom.Serializers.Plain.csproj"],
            shared.Descendants("ProjectReference").Select(static one => (string)one.Attribute("Include")!));
        XDocument kit = XDocument.Load(Path.Combine(Repository.Root, "serializers", "Kit", "Fathom.Serializers.Kit.csproj"));
        Assert.Empty(kit.Descendants("PackageReference"));
        Assert.Empty(kit.Descendants("ProjectReference"));
    }

    // NuGet takes the lowest that is served: the wanted one, or the next where that is not.
    [Fact]
    public void Every_package_names_the_version_that_is_wanted_and_takes_a_later_one() => Assert.All(
        ProgramProject.All.SelectMany(static program => program.Packages),
        static package => Assert.Matches(@"^\[[0-9]+(\.[0-9]+){2,3},\)$", package.Version));

    // A package that does not restore must not stop the build of anything else.
    [Fact]
    public void No_program_is_in_the_solution()
    {
        string solution = File.ReadAllText(Path.Combine(Repository.Root, "Fathom.slnx"));

        Assert.All(ProgramProject.All, program => Assert.DoesNotContain(Path.GetFileName(program.File), solution, StringComparison.Ordinal));
    }

    private static IEnumerable<string> Repeated(IEnumerable<string> names) =>
        names.GroupBy(static name => name, StringComparer.OrdinalIgnoreCase).Where(static group => group.Count() > 1).Select(static group => group.Key);
}
