using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Formats.PerfData.Writing;
using Xunit;

namespace Fathom.Tests.Formats.PerfData.Writing;

public sealed class TracingSectionTests
{
    [Fact]
    public void Descriptions_of_tracepoints_are_read_as_they_were_written()
    {
        byte[] section = TracingSection.Make("page"u8, "event"u8, 4096,
        [
            ("sched", "name: sched_switch\nID: 12\nformat:\n\tfield:int prev_pid;\toffset:8;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n"u8.ToArray()),
            ("sched", "name: sched_waking\nID: 13\nformat:\n\nprint fmt: \"\"\n"u8.ToArray()),
            ("block", "name: block_rq_issue\nID: 14\nformat:\n\nprint fmt: \"\"\n"u8.ToArray()),
        ]);
        TracingData read = new();

        Assert.True(TracingDataParser.TryParse(section, read));

        Assert.Equal(("0.6", 4096, 8, 0), (read.Version, read.PageSizeBytes, read.LongBytes, read.DamagedFormats));
        Assert.Equal(["block:block_rq_issue", "sched:sched_switch", "sched:sched_waking"], read.Formats.Select(static format => format.FullName).Order(StringComparer.Ordinal));
        Assert.Equal("prev_pid", Assert.Single(read.Find(12)!.Fields).Name);
    }
}
