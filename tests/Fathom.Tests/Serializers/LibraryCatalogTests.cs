using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Model.Patterns;
using Fathom.Model.Results;
using Fathom.Model.Serializers;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Facts;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Suites;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>What is known of libraries becomes rows beside the serializers, and the list shows both.</summary>
public sealed class LibraryCatalogTests : IDisposable
{
    private static readonly DateOnly s_today = new(2026, 11, 22);

    private static readonly FactsFile s_facts = new(
        s_today, new DateOnly(2026, 8, 22),
        [
            Facts("Fresh.Library", "Fresh", "2026-08-01"),
            Facts("Old.Library", "Old", "2024-10-28"),
            Facts("Absent.Library", "Absent", "2025-09-24") with { VerifiedOn = s_today, VerifiedWith = "1.21.4", Licence = new Licence("MIT", "nuspec of Absent.Library 1.21.4") },
            Facts("Warned.Library", "Warned", "2026-08-01") with { Licence = new Licence("", "none: not served"), Statement = "It should not be used.", StatementSource = "README.md" },
            Facts("No.Adapter", "", "2026-08-16") with { NoAdapterBecause = "package not available here; no adapter was written" },
            Facts("Closed", "", "2026-08-16") with { IsArchived = true, LastRelease = "1.3.7", LastReleaseDate = new DateOnly(2018, 1, 30), NoAdapterBecause = "a parser only" },
        ])
    {
        InBoxLicence = new Licence("MIT", "LICENSE.txt of the .NET SDK"),
    };

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_list_shows_serializers_with_the_state_of_their_libraries_then_what_has_no_adapter()
    {
        string path = Record(s_facts, Offered());

        HostRun shown = await RunAsync("serializers", "list", path);
        HostRun all = await RunAsync(
            "serializers",
            "list",
            path,
            "--columns",
            "serializer,released,released_source,last_release,last_release_date,known_until,maintenance,maintenance_reason,verified,repository,status,licence,licence_source",
            "--format",
            "csv");

        Assert.Equal((ExitCode.Ok, ExitCode.Ok), (shown.Code, all.Code));
        Snapshot.Match($"{shown.Out}\n{shown.Error}\n{all.Out}", "list.txt");
    }

    // As it is printed into a pipe, where nothing is shortened.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_list_of_all_that_there_is_fits_80_columns(bool isTried)
    {
        FactsFile facts = FactsFile.Read(Path.Combine(Repository.Root, "serializers", "facts.json"));
        uint id = 0;
        OfferedSerializer[] all =
        [
            .. ProgramProject.All.SelectMany(static program => program.Entries.Select(entry => (program.Folder, Entry: entry))).Select(one =>
                new OfferedSerializer(
                    ++id,
                    one.Entry,
                    Program(one.Folder),
                    id % 3 == 0 ? null : Says("Some.Library", "10.0.12"),
                    id % 3 == 0 ? "NU1101: a reason that is longer than a line of a terminal is wide, as they all are" : "")),
        ];
        string path = Record(facts, all);
        if (isTried)
            path = Tried(path);

        HostRun shown = await RunAsync("serializers", "list", path);

        Assert.Equal(ExitCode.Ok, shown.Code);
        Assert.True(shown.Out.Split('\n').Length > 40);
        Assert.Equal(isTried, shown.Out.Contains("features_tried", StringComparison.Ordinal));
        Assert.All(shown.Out.Split('\n'), static line => Assert.True(line.Length <= 80, line));
    }

    [Theory]
    [InlineData("Frsh", "did you mean 'Fresh'?")]
    [InlineData("Qqq*", "shows the names")]
    public async Task A_name_that_a_recording_does_not_have_is_refused(string name, string next)
    {
        HostRun run = await RunAsync("serializers", "list", Record(s_facts, Offered()), "--serializer", name);

        Assert.Equal(ExitCode.Usage, run.Code);
        Assert.Contains($"is called '{name}'", run.Error, StringComparison.Ordinal);
        Assert.Contains(next, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task More_rows_than_a_table_shows_elsewhere_are_all_shown()
    {
        FactsFile many = s_facts with { Libraries = [.. Enumerable.Range(1, 30).Select(static i => Facts($"L{i}", "", "2026-08-16") with { NoAdapterBecause = "not written" })] };

        HostRun shown = await RunAsync("serializers", "list", Record(many, []), "--columns", "serializer,reason");

        Assert.Equal(30, shown.Out.Split('\n').Count(static line => line.Contains("not written", StringComparison.Ordinal)));
    }

    [Fact]
    public void Only_libraries_without_adapter_that_are_wanted_are_listed()
    {
        string path = Record(s_facts, [], name => new PatternList(["no.*"]).Matches(name));

        Assert.Equal(["No.Adapter"], Rows(path).Select(static row => row.Name));
    }

    [Fact]
    public async Task Names_choose_from_a_recording_too()
    {
        HostRun shown = await RunAsync("serializers", "list", Record(s_facts, Offered()), "--serializer", "Old,No.*", "--columns", "serializer,status", "--format", "csv");

        Assert.Equal("serializer,status\nOld,available\nNo.Adapter,no adapter\n", shown.Out);
    }

    // Whoever goes on with a measurement compares what is there with what was measured.
    [Fact]
    public void What_has_no_adapter_is_none_of_the_serializers_that_were_measured()
    {
        using RecordingReader recording = RecordingReader.Open(Record(s_facts, Offered()));
        using QuerySession session = QuerySession.Open(recording);

        Assert.Equal(Offered().Select(static one => one.Name), new FinishedReport(session, 0, default).Serializers().Select(static one => one.Name));
    }

    [Fact]
    public void Without_facts_the_state_is_unknown_and_says_why_but_for_what_is_in_the_box()
    {
        string path = Record(null, Offered());

        Assert.Equal(
            [
                ("Fresh", "unknown", "there is no facts.json next to the programs"),
                ("In the box", "in the box", "a part of .NET, and follows its releases"),
                ("Old", "unknown", "there is no facts.json next to the programs"),
            ],
            Rows(path).Where(static row => row.State is not null).Select(static row => (row.Name, row.State!, row.Reason!)));
    }

    private static LibraryFacts Facts(string library, string program, string changed)
    {
        DateOnly day = DateOnly.Parse(changed, System.Globalization.CultureInfo.InvariantCulture);
        return new(library, program, $"https://example.org/{library}", "", null, day, day, false, "", "", null, "", "");
    }

    private static OfferedSerializer[] Offered() =>
    [
        new(1, "Fresh", Program("Fresh"), Says("Fresh.Library", "1.2.3"), ""),
        new(2, "In the box", Program("Box"), Says("in box", "10.0.0"), ""),
        new(3, "Old", Program("Old"), Says("Old.Library", "2.0.0"), ""),
        new(4, "Absent", Program("Absent"), null, "NU1101: no such package"),
        new(5, "Warned", Program("Warned"), null, "NU1101: no such package"),
        new(6, "Unheard", Program("Unheard"), null, "CS1002: ; expected"),
        new(7, "(floor)", Program("Floors"), new Message("serializer").With("library", "none").With("role", "floor").With("text", 0).With("build", "jit"), ""),
    ];

    private static Message Says(string library, string version) => new Message("serializer")
        .With("library", library).With("version", version).With("format", "JSON").With("text", 1).With("role", "serializer").With("runtime", "10.0.0").With("build", "jit");

    private static BuiltProgram Program(string name) => new(new Fathom.Serializers.Programs.ProgramProject(name, $"/p/{name}/{name}.csproj"), BuildTarget.Default, null, "");

    private static Task<HostRun> RunAsync(params string[] args) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, args, CancellationToken.None);

    private static (string Name, string? State, string? Reason)[] Rows(string path)
    {
        using RecordingReader recording = RecordingReader.Open(path);
        using QuerySession session = QuerySession.Open(recording);
        ResultTable list = new SerializerReport(session, default).List(0);
        return [.. list.Rows.Select(row => (row[list.IndexOf("serializer")].Text, Text(row, "maintenance"), Text(row, "maintenance_reason")))];

        string? Text(Cell[] row, string column) => row[list.IndexOf(column)] is { IsNull: false } cell ? cell.Text : null;
    }

    private string Tried(string path)
    {
        string tried = _folder.File("tried.fathom");
        using RecordingReader reader = RecordingReader.Open(path);
        using RecordingWriter writer = RecordingWriter.Create(tried, new RecordingOptions("fathom serializers matrix"));
        writer.Adopt(reader, except: []);
        SerializerCheckRow row = new(1, writer.Ids.Text("feature"), writer.Ids.Text("date-utc"), writer.Ids.Text("ok"), Fathom.Model.Tables.TextId.None, 1, null, null, null, null, null);
        writer.Write(new ReadOnlySpan<SerializerCheckRow>(in row));
        writer.Commit();
        return tried;
    }

    private string Record(FactsFile? facts, IReadOnlyList<OfferedSerializer> offered, Func<string, bool>? takes = null)
    {
        RestoredPackage fresh = RestoredPackage.Create(_folder, "Fresh.Library", "1.2.3", new DateOnly(2026, 11, 10), "<license type=\"expression\">BSD-3-Clause</license>");
        fresh.Sign("261111150851Z");
        RestoredPackage old = RestoredPackage.Create(_folder, "Old.Library", "2.0.0", new DateOnly(1980, 1, 1));
        LibraryCatalog libraries = new(
            facts, program => program.Project.Name switch { "Fresh" => fresh.Assets, "Old" => old.Assets, _ => _folder.File("none.json") }, s_today);
        string path = _folder.File("list.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers"));
        SerializerCatalog.Write(offered, writer);
        libraries.Write(offered, takes ?? (static _ => true), writer);
        writer.Commit();
        return path;
    }
}
