using System.Globalization;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Calls;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Calls;

/// <summary>What rows say of made-up requests to disks of Linux.</summary>
public sealed class DiskRequestsTests
{
    private const long Disk = (254L << 20) | 1;

    private readonly CollectingSink _sink = new();
    private readonly DiskRequests _requests;

    public DiskRequestsTests() => _requests = new DiskRequests(_sink);

    [Fact]
    public void A_request_waits_until_the_disk_has_ended_the_one_before()
    {
        Ask(BlockStep.Queued, 100, 'W', 2048, 8, process: 1);
        // Given to the disk by a thread of the kernel.
        Ask(BlockStep.Issued, 110, 'W', 2048, 8, process: 9);
        Ask(BlockStep.Issued, 120, 'R', 64, 16, process: 2);
        Ask(BlockStep.Completed, 150, 'W', 2048, 8, process: 0);
        Ask(BlockStep.Completed, 190, 'R', 64, 16, process: 0);

        Assert.Equal(["1 write 254:1 4096 at 1048576: 100 waited 10 took 40", "2 read 254:1 8192 at 32768: 120 waited 30 took 40"], Told());
    }

    [Fact]
    public void One_that_is_done_in_parts_ends_with_the_last()
    {
        Ask(BlockStep.Issued, 100, 'R', 0, 24, process: 1);
        Ask(BlockStep.Completed, 110, 'R', 0, 8, process: 0);
        Ask(BlockStep.Completed, 130, 'R', 8, 16, process: 0);
        // Its begin came before the trace.
        Ask(BlockStep.Completed, 140, 'R', 999, 8, process: 0);

        Assert.Equal(["1 read 254:1 12288 at 0: 100 waited 0 took 30"], Told());
    }

    [Fact]
    public void A_flush_has_no_place_and_what_is_still_open_no_times()
    {
        Ask(BlockStep.Issued, 100, 'F', 0, 0, process: 1);
        Ask(BlockStep.Issued, 101, 'W', 0, 8, process: 1);
        Ask(BlockStep.Completed, 150, 'F', -1, 0, process: 0);
        Ask(BlockStep.Issued, 160, 'D', 8, 8, process: 1, hasRow: false);

        Assert.Equal(["1 flush 254:1  at : 100 waited 0 took 50", "1 write 254:1 4096 at 0: 101 waited  took "], Told());
    }

    [Fact]
    public void One_whose_end_did_not_come_has_a_row_when_its_place_is_asked_for_again()
    {
        Ask(BlockStep.Issued, 100, 'W', 64, 8, process: 1);
        Ask(BlockStep.Issued, 200, 'W', 64, 8, process: 2);
        Ask(BlockStep.Completed, 250, 'W', 64, 8, process: 0);

        Assert.Equal(["1 write 254:1 4096 at 32768: 100 waited  took ", "2 write 254:1 4096 at 32768: 200 waited 0 took 50"], Told());
    }

    [Fact]
    public void The_operation_is_that_behind_the_flush_before_it()
    {
        TraceFormat format = TraceFormat.Read("block", """
            name: block_rq_issue
            ID: 7
            format:
            	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
            	field:dev_t dev;	offset:8;	size:4;	signed:0;
            	field:sector_t sector;	offset:16;	size:8;	signed:0;
            	field:unsigned int nr_sector;	offset:24;	size:4;	signed:0;
            	field:char rwbs[10];	offset:34;	size:10;	signed:0;

            print fmt: "x"
            """)!;
        BlockRequestFields fields = BlockRequestFields.Bind(format)!;

        Assert.Equal("R W W F F D N", string.Join(' ', ((string[])["RAM", "WS", "FWFS", "FF", "FS", "DS", "N"]).Select(kind =>
            Operation(fields, kind))));
        Assert.False(fields.TryRead(new byte[30], out _));
        Assert.Null(BlockRequestFields.Bind(format with { Name = "block_bio_queue" }));

        static char Operation(BlockRequestFields fields, string kind)
        {
            byte[] raw = new byte[44];
            System.Text.Encoding.ASCII.GetBytes(kind).CopyTo(raw, 34);
            Assert.True(fields.TryRead(raw, out BlockRequest request));
            return request.Operation;
        }
    }

    private void Ask(BlockStep step, long at, char operation, long sector, long sectors, uint process, bool hasRow = true) =>
        _requests.On(step, new BlockRequest(Disk, sector, sectors, operation), new CallMoment((int)process, process, process, at, 0, 0),
            hasRow);

    private string[] Told()
    {
        _requests.End();
        return
        [
            .. _sink.Rows<DiskIoRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                $"{row.ProcessId} {_sink.Text(row.Operation)} {_sink.Text(row.Disk)} {row.SizeBytes} at {row.OffsetBytes}: "
                + $"{row.StartNs} waited {row.QueueNs} took {row.ServiceNs}")),
        ];
    }
}
