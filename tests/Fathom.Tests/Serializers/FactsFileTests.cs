using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Serializers.Facts;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

public sealed class FactsFileTests
{
    private static readonly FactsFile s_facts = FactsFile.Read(Path.Combine(Repository.Root, "serializers", FactsFile.Name));

    [Fact]
    public void Each_library_has_a_name_of_its_own_a_source_and_either_a_program_or_a_reason()
    {
        Assert.Equal(s_facts.Libraries.Count, s_facts.Libraries.Select(static one => one.Library).Distinct(StringComparer.OrdinalIgnoreCase).Count());
        Assert.All(s_facts.Libraries, static one =>
        {
            Assert.StartsWith("https://", one.Repository, StringComparison.Ordinal);
            Assert.NotEqual(one.Program.Length > 0, one.NoAdapterBecause.Length > 0);
            Assert.Equal(one.Statement.Length > 0, one.StatementSource.Length > 0);
        });
    }

    [Fact]
    public void A_program_that_is_named_exists() => Assert.Empty(
        s_facts.Libraries.Select(static one => one.Program).Where(static name => name.Length > 0).Except(ProgramProject.All.Select(static program => program.Folder)));

    [Fact]
    public void Nothing_is_dated_after_the_day_that_the_copies_reach_to()
    {
        Assert.True(s_facts.CopiesReachTo <= s_facts.ReadOn);
        Assert.All(s_facts.Libraries, static one =>
        {
            Assert.True(one.LastCommitDate is null || one.LastCommitDate <= s_facts.CopiesReachTo, one.Library);
            Assert.True(one.LastProductCommitDate is null || one.LastProductCommitDate <= one.LastCommitDate, one.Library);
        });
    }

    // What the list says where the package does not restore is what the adapter says where it does.
    [Fact]
    public void What_was_verified_is_the_version_that_the_program_is_pinned_to() => Assert.All(
        s_facts.Libraries.Where(static one => one.VerifiedWith.Length > 0 || one.VerifiedOn is not null),
        static one =>
        {
            ProgramProject program = Assert.Single(ProgramProject.All, project => project.Folder == one.Program);
            string version = program.Packages.Single(package => package.Id == one.Library).Version.Trim('[', ',', ')');
            Assert.Equal(version, one.VerifiedWith);
            string said = $"\"verified {one.VerifiedOn:yyyy-MM-dd} with {version}\"";
            Assert.Contains(Directory.EnumerateFiles(Path.GetDirectoryName(program.File)!, "*.cs"), file => File.ReadAllText(file).Contains(said, StringComparison.Ordinal));
        });

    // 'eng/serializer-licences' writes them. An adapter that was added without it would have none.
    [Fact]
    public void Each_adapter_has_a_licence_or_the_reason_why_none_is_known()
    {
        Assert.All(s_facts.Libraries.Where(static one => one.Program.Length > 0), static one =>
        {
            Assert.NotNull(one.Licence);
            Assert.StartsWith(one.Licence.Name.Length > 0 ? $"nuspec of {one.Library} " : "none: ", one.Licence.Source, StringComparison.Ordinal);
        });
        Assert.Equal(["Microsoft.XmlSerializer.Generator"], s_facts.Libraries.Where(static one => one.Licence is { Name: "" }).Select(static one => one.Library));
    }

    // A licence is read from the version that is wanted: whoever raises one runs the script again.
    [Fact]
    public void A_licence_is_of_the_version_that_the_program_wants() => Assert.All(
        s_facts.Libraries.Where(static one => one.Licence is { Name.Length: > 0 }),
        static one => Assert.Equal(
            $"nuspec of {one.Library} {ProgramProject.All.Single(project => project.Folder == one.Program).Packages.Single(package => package.Id == one.Library).Version.Trim('[', ',', ')')}",
            one.Licence!.Source));

    [Fact]
    public void What_is_in_the_box_has_the_licence_of_the_runtime_here()
    {
        string licence = Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "LICENSE.txt");

        Assert.Equal(new Licence("MIT", "LICENSE.txt of the .NET SDK"), s_facts.InBoxLicence);
        Assert.StartsWith("The MIT License (MIT)", File.ReadAllText(licence), StringComparison.Ordinal);
    }

    // Line for line what must be there where no adapter is: a name that is missing here would not be listed at all.
    [Fact]
    public void The_libraries_without_adapter_are_there_with_the_reason()
    {
        string[] wanted =
        [
            "Apache.Avro", "ApacheThrift", "FlatSharp.Runtime", "GroBuf", "Salar.Bois", "Jil", "SpanJson", "Utf8Json", "MsgPack.Cli", "BinaryPack", "Ceras",
            "SimdJsonSharp", "Swifter.Json", "fastJSON", "Azos (Slim)", "Dahomey.Cbor", "System.Formats.Cbor",
        ];

        Assert.Equal(wanted.Order(StringComparer.Ordinal), s_facts.Libraries.Where(static one => one.NoAdapterBecause.Length > 0).Select(static one => one.Library).Order(StringComparer.Ordinal));
    }

    // A package without an entry would have no state: the package alone does not tell whether a newer one exists.
    [Fact]
    public void Each_program_with_a_package_of_its_own_has_facts() => Assert.Empty(
        ProgramProject.All.Where(static program => program.Packages.Count > 0 && program.Folder != "Seeded").Select(static program => program.Folder)
            .Except(s_facts.Libraries.Select(static one => one.Program)));

    [Fact]
    public void A_folder_without_the_file_has_no_facts()
    {
        using TestFolder folder = new();

        Assert.Null(FactsFile.Find(folder.Path));
    }

    [Fact]
    public void A_file_that_is_damaged_is_one_sentence()
    {
        using TestFolder folder = new();
        string path = folder.File(FactsFile.Name);
        File.WriteAllText(path, """{ "read_on": "2026-13-01" }""");

        FathomException reason = Assert.Throws<FathomException>(() => FactsFile.Read(path));

        Assert.StartsWith("The facts about libraries in ", reason.Message, StringComparison.Ordinal);
        Assert.Throws<FathomException>(() => FactsFile.Read(folder.File("none.json")));
    }
}
