using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about lookups of names over two recordings whose ids collide. In B nothing failed or was slow.</summary>
public sealed class LookupSqlGoldenTests : IDisposable
{
    private const long Second = 1_000_000_000;

    private static readonly string[] s_sums = ["time/dns", "time/dns-processes", "time/dns-servers", "time/dns-statuses"];

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b",
        isB: true));

    public static TheoryData<string> Queries => [.. s_sums, "time/dns-each", "time/dns-trouble"];

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Queries))]
    public void A_query_about_one_recording_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Ask(query, rec)]);

    [Fact]
    public void What_other_queries_use_keeps_two_apart() => TwoRecordings.Match("lib/lookup", [.. from rec in (int[])[0,
        1] select Sorted(Ask("lib/lookup", rec))]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Sums_are_the_same_however_they_are_grouped(int rec)
    {
        ResultTable each = Ask("time/dns-each", rec);
        foreach (string query in s_sums)
        {
            ResultTable rows = Ask(query, rec);
            Assert.Equal((each.Rows.Count, Sum(each, "duration_ns"), Sum(each, "timeouts"), rec == 0 ? 3 : 0),
                (Sum(rows, "lookups"), Sum(rows, "duration_ns"), Sum(rows, "timeouts"), Sum(rows, "failures")));
        }
    }

    [Fact]
    public void What_went_wrong_is_said()
    {
        Assert.Equal(
            [
                "3 of 8 lookups failed, 2 of them of gone.example (DNS_ERROR_RCODE_NAME_ERROR)",
                "1 of 8 lookups took longer than a second, at most 10.2 s: slow.example",
            ],
            Lines(0));
        Assert.Empty(Lines(1));
    }

    private IReadOnlyList<string> Lines(int rec) => new LookupTrouble(_recordings.Session, rec, TestContext.Current.CancellationToken).Lines();

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
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom dns"));
        Interner ids = writer.Ids;
        TextId T(string? text) => ids.Text(text);
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop"), IsRecorded = true, HasRuntime = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = T("svchost"), IsRecorded = false },
        ]);
        writer.Write<ThreadRow>([new(1, 1, 10, null, T("main"), T("unknown"))]);
        DnsLookupRow Asked(uint process, long start, long? duration, string? of, string? type, string? status, bool failed = false,
            string? servers = null, int? timeouts = 0, string? answer = null) => new(
            process, process == 1 ? 1u : 0, start, duration, T(isB ? "dotnet" : "windows"), T(of), T(isB ? null : type), T(status), failed && !isB,
            T(servers), isB ? null : timeouts, answer is null ? default : writer.Raw<DnsLookupRow>(answer), 0);
        writer.Write<DnsLookupRow>([
            Asked(1, 100, 40, "shop.example", "A", "success", servers: "10.0.0.1", answer: "10.1.1.1"),
            Asked(1, 110, 60, "shop.example", "AAAA", "DNS_INFO_NO_RECORDS", servers: "10.0.0.1"),
            Asked(1, 200, isB ? 7 : (10 * Second) + 200_000_000, "slow.example", "A", "success", servers: "10.0.0.2;10.0.0.1", timeouts: 2),
            Asked(1, 300, 20, "gone.example", "A", "DNS_ERROR_RCODE_NAME_ERROR", failed: true),
            Asked(1, 310, 10, "gone.example", "AAAA", "DNS_ERROR_RCODE_NAME_ERROR", failed: true),
            Asked(1, 400, null, "open.example", "A", null), Asked(2, 410, null, null, "A", "success"),
            Asked(2, 420, 5, "bad.example", "PTR", "ERROR_TIMEOUT", failed: true, timeouts: 1),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
