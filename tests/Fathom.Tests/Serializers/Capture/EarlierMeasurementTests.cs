using Fathom.Cli.Commands.Serializers;
using Fathom.Model;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Suites;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers.Capture;

/// <summary>What is learned from the recording of a measurement that was interrupted.</summary>
public sealed class EarlierMeasurementTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_size_that_would_take_too_long_is_not_tried_after_an_interruption_either()
    {
        // A took 100 times as long with ten times as many; B crashed with 10,000. Both are finished with these.
        SuitePlan plan = new()
        {
            Launches = 1,
            Cases = [.. new[] { 1000, 10_000, 1_000_000 }.Select(static n => new PlannedCase("bookshelf", new CaseDials { N = n }))],
        };
        using EarlierMeasurement earlier = EarlierCommand.Open(Record("fathom serializers scaling -n 1k,10k,1M"), TestContext.Current.CancellationToken);
        ProgramFolder folder = new(Path.Combine(Repository.Root, "serializers"));
        SerializerSuite suite = new(new ProgramBuilder(folder, _folder.Path, TimeProvider.System), folder, plan, new LibraryCatalog(null, static _ => "", new DateOnly(2026, 1, 2)));
        // There is no such program: a size that is tried ends the test.
        OfferedSerializer[] all = [Offered(1, "A"), Offered(2, "B")];

        Assert.Equal(2, suite.Missing(all, earlier.Finished));
        string after = _folder.File("after.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(after, new RecordingOptions("fathom serializers scaling")))
        {
            writer.Adopt(earlier.Reader, except: []);
            await suite.MeasureAsync(all, earlier.Finished, TimeProvider.System, writer, new Progress<Fathom.Model.Recording.Progress>(), static () => { }, TestContext.Current.CancellationToken);
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(after);
        using QuerySession session = QuerySession.Open(reader);
        TableRow[] skipped = [.. TableRow.All(session.Run("serializers/results", TestContext.Current.CancellationToken, new QueryParameter("rec", Fathom.Model.Results.Cell.Of(0))))
            .Where(static row => row.Text("outcome") == "skipped")];
        Assert.Equal(["A", "B"], skipped.Select(static row => row.Text("serializer")));
        Assert.StartsWith("not tried: a write and a read would take about 3000 s, as 10000 objects took 0.3 s and time grew as n^2.00", skipped[0].Text("detail"), StringComparison.Ordinal);
        Assert.Equal("not tried: it already failed with n=10000", skipped[1].Text("detail"));
    }

    [Fact]
    public void Checks_that_were_made_are_known()
    {
        using EarlierMeasurement earlier = EarlierCommand.Open(Record("fathom serializers --checks"), TestContext.Current.CancellationToken);

        Assert.Equal([(1u, "feature")], earlier.Finished.Checks);
    }

    [Fact]
    public void Data_that_would_be_drawn_otherwise_now_is_refused_with_both()
    {
        using EarlierMeasurement earlier = EarlierCommand.Open(Record("fathom serializers"), TestContext.Current.CancellationToken);
        PlannedCase small = Books(1000), large = Books(10_000);

        earlier.RequireSame(new SuitePlan { Launches = 1, Cases = [small, large] });
        FathomException other = Assert.Throws<FathomException>(() => earlier.RequireSame(new SuitePlan
        {
            Launches = 1,
            Cases = [small, new PlannedCase("bookshelf", new CaseDials { N = 10_000, Seed = 43 })],
        }));
        FathomException fewer = Assert.Throws<FathomException>(() => earlier.RequireSame(new SuitePlan { Launches = 1, Cases = [small] }));

        Assert.StartsWith(
            $"The data is no longer that of 'earlier': it had bookshelf with n=10000 payload=0 {large.DialText()}, and would have bookshelf with n=10000 payload=0 ",
            other.Message,
            StringComparison.Ordinal);
        Assert.Contains("seed=43", other.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("would have", fewer.Message, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Target, other.ExitCode);
    }

    [Fact]
    public void Serializers_that_changed_went_or_came_are_refused_by_name()
    {
        using EarlierMeasurement earlier = EarlierCommand.Open(Record("fathom serializers"), TestContext.Current.CancellationToken);
        OfferedSerializer a = Offered(1, "A"), b = Offered(2, "B");

        earlier.RequireSame([a, b]);

        Assert.Contains("'B' was version 1.0 on .NET 10.0.1, jit and is version 1.1 on .NET 10.0.1, jit now", Refusal(a, Offered(2, "B", "1.1")), StringComparison.Ordinal);
        Assert.Contains("'A' was version 1.0 on .NET 10.0.1, jit and is version 1.0 on .NET 10.0.2, jit now", Refusal(Offered(1, "A", runtime: "10.0.2"), b), StringComparison.Ordinal);
        Assert.Contains("'B' no longer exists", Refusal(a), StringComparison.Ordinal);
        Assert.Contains("'C' is new", Refusal(a, b, Offered(3, "C")), StringComparison.Ordinal);

        string Refusal(params OfferedSerializer[] offered) => Assert.Throws<FathomException>(() => earlier.RequireSame(offered)).Message;
    }

    private static PlannedCase Books(int n) => new("bookshelf", new CaseDials { N = n });

    private static OfferedSerializer Offered(uint id, string name, string version = "1.0", string runtime = "10.0.1") => new(
        id,
        name,
        new BuiltProgram(new Fathom.Serializers.Programs.ProgramProject(name, $"/nowhere/{name}.csproj"), BuildTarget.Default, "/nowhere/program", ""),
        new Message("serializer").With("role", "serializer").With("version", version).With("runtime", runtime),
        "");

    private string Record(string command)
    {
        string path = _folder.File("earlier.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions(command));
        Interner ids = writer.Ids;
        TextId none = TextId.None, ok = ids.Text("ok"), stream = ids.Text("stream");
        writer.Write<SerializerRow>(
        [
            .. new[] { "A", "B" }.Select((name, i) => new SerializerRow(
                (uint)i + 1, ids.Text(name), ids.Text(name), none, ids.Text("1.0"), none, 1, none, ids.Text("serializer"), ids.Text("10.0.1"),
                ids.Text("jit"), ids.Text("available"), none, none, none)),
        ]);
        writer.Write<SerializerCaseRow>([.. new[] { 1000, 10_000 }
            .Select((n, i) => new SerializerCaseRow((uint)i + 1, ids.Text("bookshelf"), n, 0, ids.Text(Books(n).DialText()), ids.Text("00ff"), ids.Text("books")))]);
        writer.Write<SerializerResultRow>(
        [
            new(1, 1, ok, none, stream, 10, null, null),
            new(1, 2, ok, none, stream, 100, null, null),
            new(2, 1, ok, none, stream, 10, null, null),
            new(2, 2, ids.Text("crash"), ids.Text("it aborted (SIGABRT)"), none, null, null, null),
        ]);
        writer.Write<SerializerSampleRow>(
        [
            Sample(1, 1, "serialize", 1_000_000), Sample(1, 1, "serialize", 1_500_000), Sample(1, 1, "deserialize", 2_000_000),
            Sample(1, 2, "serialize", 100_000_000), Sample(1, 2, "deserialize", 200_000_000), Sample(2, 1, "serialize", 1_000_000), Sample(2, 1, "deserialize", 1_000_000),
        ]);
        writer.Write<SerializerCheckRow>([new(1, ids.Text("feature"), ids.Text("nan"), ok, none, null, null, null, null, null, null)]);
        writer.Commit(complete: false);
        return path;

        SerializerSampleRow Sample(uint serializer, uint caseId, string operation, long ns) =>
            new(serializer, caseId, ids.Text(operation), stream, 1, 1, 1, 1, 10, ns * 10, 0, 0, 0, 0, 0, null, 1, 1);
    }
}
