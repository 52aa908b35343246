using Fathom.Capture.Top;
using Fathom.Model.Results;
using Xunit;

namespace Fathom.Tests.Capture.Top;

public sealed class TopTableTests
{
    [Fact]
    public void The_busiest_process_is_first_and_what_is_not_known_is_empty()
    {
        TopRow[] rows =
        [
            new(WatchedFacts.Of(5, "idle")) { RssBytes = 10 },
            new(WatchedFacts.Of(6, "busy")) { CpuPercent = 120.456, Requests = 41.6 },
            new(WatchedFacts.Of(7, "large")) { RssBytes = 20 },
        ];

        ResultTable table = TopTable.Of(rows);

        Assert.Equal(["busy", "large", "idle"], table.Rows.Select(static row => row[0].Text));
        Cell[] first = table.Rows[0];
        Assert.Equal((120.46, 42L), (first[table.IndexOf("cpu_percent")].Number, first[table.IndexOf("requests_per_s")].Integer));
        Assert.True(first[table.IndexOf("gc_percent")].IsNull && first[table.IndexOf("rss_bytes")].IsNull);
        Assert.All(table.Rows, row => Assert.Equal(table.Columns.Count, row.Length));
    }
}
