using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Query.Objects;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Heap;

/// <summary>The queries about single objects over two recordings with the same addresses; the goldens were checked by hand against <see cref="HeapExample"/>.</summary>
public sealed class ObjectSqlGoldenTests : IDisposable
{
    private const long List = 0x7f00_0040_1000;

    private readonly TwoRecordings _recordings = new(static folder => HeapExample.RecordA(folder.Path), static folder => HeapExample.RecordB(folder.Path));

    public void Dispose() => _recordings.Dispose();

    [Fact]
    public void Objects_keep_two_recordings_apart() => _recordings.MatchEach("heap/objects", [QueryParameter.Of("one_look", false), QueryParameter.Of("after", 0)]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void What_is_known_of_a_recording_changes_no_object(int rec)
    {
        using QuerySession ofLongLists = QuerySession.Open(ResultLimits.Shipped with { LongListRows = 0 }, _recordings.Session.Recordings);
        foreach (long after in (long[])[-1, 0, List, long.MaxValue])
        {
            string[] all = [.. from session in (QuerySession[])[_recordings.Session, ofLongLists] from one in (bool[])[false, session.HasOneHeap(rec)] select TwoRecordings.Csv(
                session.Run("heap/objects", TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec), QueryParameter.Of("one_look", one), QueryParameter.Of("after", after)))];

            Assert.Single(all.Distinct());
        }
    }

    // Of one that was cut, a second look may have rows already and no row of its own.
    [Fact]
    public void Only_a_whole_recording_with_one_look_has_one_heap()
    {
        using TestFolder folder = new();
        using RecordingReader whole = Look(folder, "whole", complete: true), cut = Look(folder, "cut", complete: false);
        using QuerySession session = QuerySession.Open(whole, cut, _recordings.Session.Recordings[0], _recordings.Session.Recordings[1]);

        Assert.Equal([true, false, false, true], Enumerable.Range(0, 4).Select(session.HasOneHeap));
    }

    private static RecordingReader Look(TestFolder folder, string name, bool complete)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test"));
        writer.Write<HeapSnapshotRow>([new HeapSnapshotRow { SnapshotId = 1 }]);
        writer.Commit(complete);
        return RecordingReader.Open(path);
    }

    [Fact]
    public void Counts_of_listed_objects_keep_two_recordings_apart() => _recordings.MatchEach("heap/listed_types");

    [Fact]
    public void An_object_and_its_fields_keep_two_recordings_apart()
    {
        TwoRecordings.Match("heap/object", Object(0, List), Object(1, List), Object(0, 1));
        TwoRecordings.Match("heap/object_fields", Fields(0, "element", 0), Fields(0, "element", 1), Fields(0, "field", 0), Fields(1, "element", 0));

        ResultTable Object(int rec, long address) => Run("heap/object", rec, ("address", Cell.Of(address)));
        ResultTable Fields(int rec, string kind, long skip) =>
            Run("heap/object_fields", rec, ("address", Cell.Of(List)), ("kind", Cell.Of(kind)), ("skip", Cell.Of(skip)));
        ResultTable Run(string query, int rec, params (string Name, Cell Value)[] more) => _recordings.Session.Run(
            query, TestContext.Current.CancellationToken, [new QueryParameter("rec", Cell.Of(rec)), .. more.Select(static one => new QueryParameter(one.Name, one.Value))]);
    }

    [Fact]
    public void A_collection_is_shown_as_what_it_holds_and_raw_as_its_fields()
    {
        ObjectReport report = new(_recordings.Session, 0, default);
        HeapObjectFacts facts = report.Facts((ulong)List);

        Assert.Equal(["[0]", "[1]", "[2]"], Names(report.Fields(facts, raw: false, skip: 0)));
        Assert.Equal(["[2]"], Names(report.Fields(facts, raw: false, skip: 2)));
        Assert.Equal(["_size"], Names(report.Fields(facts, raw: true, skip: 2)));
        Assert.Empty(report.Notes);
    }

    [Fact]
    public void A_string_has_characters_and_no_elements_and_a_part_of_the_elements_is_said()
    {
        ObjectReport report = new(_recordings.Session, 1, default);
        HeapObjectFacts facts = report.Facts((ulong)List);

        Assert.Equal(["text"], Names(report.Fields(facts, raw: false, skip: 0)));
        report.Fields(facts with { Type = "MyApp.Order[]", ElementCount = 5_000 }, raw: false, skip: 3);
        Assert.Equal(["1 of 5,000 elements were read; '--skip 4' continues after them"], report.Notes);
    }

    [Fact]
    public void Listed_objects_are_compared_with_those_that_the_heap_has()
    {
        ObjectReport report = new(_recordings.Session, 0, default);

        Assert.Equal(4, report.Objects("MyApp.Order", 0).Table.Rows.Count);
        Assert.Equal(["2 of 5 objects of 'MyApp.Order' are listed"], report.Notes);
        Assert.Equal(2, report.Objects("MyApp.Order", 0x7f00_0000_1080).Table.Rows.Count);
        Snapshot.Match(
            string.Join('\n', ((string[])["MyApp.Gone", "Ordr", "gone*s", "*", "xyz"]).Select(type => Refusal(() => report.Objects(type, 0)))) + Refusal(() => report.Facts(1)),
            "object-refusals.txt");
    }

    private string Refusal(Func<object> ask)
    {
        try
        {
            ask();
            return "answered\n";
        }
        catch (FathomException refused)
        {
            return $"{refused.Message}\n  next: {refused.NextStep}\n".Replace(_recordings.Folder.Path + "/", "", StringComparison.Ordinal);
        }
    }

    private static IEnumerable<string> Names(ResultTable table) => table.Rows.Select(static row => row[0].Text);
}
