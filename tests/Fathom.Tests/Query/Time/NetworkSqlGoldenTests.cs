using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about the network over two recordings whose ids collide. B has nothing that failed.</summary>
public sealed class NetworkSqlGoldenTests : IDisposable
{
    private static readonly string[] s_sums = ["time/tcp", "time/tcp-ports", "time/tcp-processes", "time/tcp-methods", "time/tcp-each"];

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b",
        isB: true));

    public static TheoryData<string> Queries => [.. s_sums, "time/tcp-trouble"];

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [MemberData(nameof(Queries))]
    public void A_query_about_one_recording_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Ask(query, rec)]);

    [Theory]
    [InlineData("lib/network-event")]
    [InlineData("lib/network-part")]
    [InlineData("lib/connection")]
    public void What_other_queries_use_keeps_two_apart(string query) => TwoRecordings.Match(query, [.. from rec in (int[])[0,
        1] select Sorted(Ask(query, rec))]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Sums_are_the_same_however_they_are_grouped(int rec)
    {
        foreach (string query in s_sums)
        {
            ResultTable rows = Ask(query, rec);
            Assert.Equal((1000 + 30 + 5, 4000 + 70, 5, 2, rec == 0 ? 3 : 0, 2), (Sum(rows, "sent_bytes"), Sum(rows, "received_bytes"),
                Sum(rows, "sends"), Sum(rows, "receives"), Sum(rows, "retransmits"), Sum(rows, "connects") + Sum(rows, "accepts")));
        }
    }

    [Fact]
    public void What_went_wrong_is_said()
    {
        Assert.Equal(
            [
                "2 connections failed, 1 of them of a.shop (10) with 10.0.0.9, port 443",
                "1 connection was reset: of a.shop (10) with 10.0.0.2, port 443",
                "3 packets were sent again, 100.0 % of sends: of a.shop (10) with 10.0.0.2, port 443",
            ],
            Lines(0));
        Assert.Empty(Lines(1));
    }

    private IReadOnlyList<string> Lines(int rec) => new NetworkTrouble(_recordings.Session, rec, TestContext.Current.CancellationToken).Lines();

    private static long Sum(ResultTable table, string column) => table.Rows.Sum(row => row[table.IndexOf(column)] is { IsNull: false } cell
        ? cell.Integer : 0);

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())),
            StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec) =>
        _recordings.Session.Run(query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec));

    private static RecordingReader Record(TestFolder folder, string name, bool isB)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom tcp"));
        Interner ids = writer.Ids;
        TextId T(string? text) => ids.Text(text);
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop"), IsRecorded = true, HasRuntime = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = T("system"), IsRecorded = false },
        ]);
        writer.Write<MethodRow>([new(1, T("Shop.Load"), T("Shop.dll"), T("own"))]);
        writer.Write<FrameRow>([new(1, 1, T("managed"), 0)]);
        writer.Write<StackFrameRow>([new(1, 0, 1)]);
        NetworkIoRow On(uint process, uint connection, long ts, string operation, string? remote, int? local, int? port, long? size = null,
            string protocol = "tcp", long? duration = null, string? error = null, uint stack = 0) => new(
            ts, process, connection, T(protocol), T(operation), T(remote is null ? null : isB ? "fe80::1" : "10.0.0.1"), local,
            T(isB ? remote?.Replace("10.0.0.", "fe80::") : remote), port, size, duration, T(error), stack);
        writer.Write<NetworkIoRow>([
            On(1, 1, 100, "connect", "10.0.0.2", 50_000, 443, duration: 40), On(1, 1, 110, "send", "10.0.0.2", 50_000, 443, 1000, stack: 1),
            On(1, 1, 120, "receive", "10.0.0.2", 50_000, 443, 4000), On(1, 1, 130, "disconnect", "10.0.0.2", 50_000, 443),
            // It was open before, and after it.
            On(1, 2, 200, "send", "10.0.0.3", 8080, 51_000, 0), On(1, 3, 210, "accept", "10.0.0.3", 8080, 51_001),
            On(1, 3, 215, "reconnect", "10.0.0.3", 8080, 51_001), On(1, 3, 220, "send", "10.0.0.3", 8080, 51_001, 5),
            On(2, 4, 300, "send", "10.0.0.4", 60_000, 53, 20, "udp"), On(2, 4, 310, "receive", "10.0.0.4", 60_000, 53, 70, "udp"),
            On(2, 5, 320, "send", null, null, null, 10, "udp"),
            .. isB ? Array.Empty<NetworkIoRow>() :
            [
                On(1, 6, 330, "retransmit", "10.0.0.2", 50_002, 443, 0), On(1, 6, 331, "retransmit", "10.0.0.2", 50_002, 443, 0),
                On(1, 6, 332, "retransmit", "10.0.0.2", 50_002, 443, 0), On(1, 6, 340, "reset", "10.0.0.2", 50_002, 443),
                On(1, 7, 400, "fail", "10.0.0.9", 50_003, 443, duration: 300, error: "ECONNREFUSED"), On(2, 0, 410, "fail", null, null, null, error: "other"),
            ],
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
