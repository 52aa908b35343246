using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Turns what Linux tells of requests to disks into rows: a request and its end are one.</summary>
/// <param name="sink">Gets the rows.</param>
internal sealed class DiskRequests(IRecordingSink sink)
{
    /// <summary>The group of tracepoints that tell of them.</summary>
    public const string System = "block";

    private const int MostOpen = 1 << 16;
    private const int SectorBytes = 512;
    private const int MinorBits = 20;

    // Commands to the disk itself, which have no place on it.
    private const char Passthrough = 'N';

    private readonly RowBatch<DiskIoRow> _rows = new(sink);
    private readonly Dictionary<(long Device, long Sector, bool IsFlush), Open> _open = [];
    private readonly Dictionary<long, Disk> _disks = [];
    private readonly Dictionary<char, TextId> _operations = [];
    private readonly Dictionary<ulong, BlockRequestFields?> _fields = [];

    /// <summary>Events whose fields are too short.</summary>
    public long Damaged { get; private set; }

    /// <summary>A tracepoint of the group.</summary>
    /// <param name="format">The tracepoint.</param>
    /// <param name="raw">Its fields.</param>
    /// <param name="at">Who, when, and where.</param>
    /// <param name="hasRow">Whether the recording is about the process.</param>
    public void On(TraceFormat format, ReadOnlySpan<byte> raw, in CallMoment at, bool hasRow)
    {
        if (!_fields.TryGetValue(format.Id, out BlockRequestFields? fields))
            _fields.Add(format.Id, fields = BlockRequestFields.Bind(format));
        if (fields is null)
            return;
        if (!fields.TryRead(raw, out BlockRequest request) || !(request.Operation == Passthrough || IsPossible(in request)))
            Damaged++;
        else if (request.Operation != Passthrough)
            On(fields.Step, in request, in at, hasRow);
    }

    /// <summary>An event.</summary>
    /// <param name="step">What happens.</param>
    /// <param name="request">The request.</param>
    /// <param name="at">Who, when, and where.</param>
    /// <param name="hasRow">Whether the recording is about the process.</param>
    public void On(BlockStep step, in BlockRequest request, in CallMoment at, bool hasRow)
    {
        bool isFlush = request.Operation == 'F';
        (long, long, bool) key = (request.Device, isFlush ? 0 : request.Sector, isFlush);
        if (step == BlockStep.Completed)
        {
            End(key, in request, at.TimeNs);
            return;
        }

        if (_open.Count >= MostOpen)
            WriteOpen();

        ref Open open = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, key, out bool isThere);
        // What is there was put into the queue by who asked; who gives it to the disk may be a thread of the kernel.
        if (!isThere || step == BlockStep.Queued || open.IsIssued)
        {
            // The end of the one before did not come.
            if (isThere && open is { IsIssued: true, HasRow: true })
                _rows.Add(open.Row);
            open = new Open
            {
                Row = new DiskIoRow(
                    at.Process, at.Thread, Math.Max(0, at.TimeNs - at.OriginNs), null, null, OperationOf(request.Operation),
                        NameOf(request.Device),
                    TextId.None, isFlush ? null : request.Sectors * SectorBytes, isFlush ? null : request.Sector * SectorBytes, TextId.None,
                        at.Stack),
                AskedNs = at.TimeNs, Left = request.Sectors, HasRow = hasRow,
            };
        }

        // In the queue it may have grown by what stands behind it.
        if (step == BlockStep.Issued)
        {
            (open.IsIssued, open.IssuedNs, open.Left) = (true, at.TimeNs, request.Sectors);
            open.Row = open.Row with { SizeBytes = isFlush ? null : request.Sectors * SectorBytes };
        }
    }

    /// <summary>The recording ended: what a disk still works on has no times, and what was only queued may have become part of another
    /// one.</summary>
    public void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private static bool IsPossible(in BlockRequest request) =>
        request.Operation == 'F' || (request.Sectors is >= 0 and <= uint.MaxValue && request.Sector is >= 0 and <= long.MaxValue / SectorBytes);

    private void WriteOpen()
    {
        foreach (Open open in _open.Values.Where(static open => open.HasRow && open.IsIssued))
            _rows.Add(open.Row);
        _open.Clear();
    }

    private void End((long Device, long Sector, bool IsFlush) key, in BlockRequest request, long timeNs)
    {
        if (!_open.Remove(key, out Open open))
            return;
        open.Left -= request.Sectors;
        if (!key.IsFlush && request.Sectors > 0 && open.Left > 0)
        {
            _open[(key.Device, key.Sector + request.Sectors, false)] = open;
            return;
        }

        ref Disk disk = ref CollectionsMarshal.GetValueRefOrAddDefault(_disks, key.Device, out _);
        long fromNs = Math.Min(timeNs, Math.Max(open.IsIssued ? open.IssuedNs : open.AskedNs, disk.EndNs));
        disk.EndNs = Math.Max(disk.EndNs, timeNs);
        if (open.HasRow)
            _rows.Add(open.Row with { QueueNs = fromNs - open.AskedNs, ServiceNs = timeNs - fromNs });
    }

    private TextId OperationOf(char operation)
    {
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_operations, operation, out bool isKnown);
        if (!isKnown)
            text = sink.Ids.Text(operation switch { 'R' => "read", 'W' => "write", 'F' => "flush", 'D' => "discard", _ => "unknown" });
        return text;
    }

    private TextId NameOf(long device)
    {
        ref Disk disk = ref CollectionsMarshal.GetValueRefOrAddDefault(_disks, device, out bool isKnown);
        if (!isKnown)
            disk.Name = sink.Ids.Text(string.Create(CultureInfo.InvariantCulture,
                $"{device >> MinorBits}:{device & ((1 << MinorBits) - 1)}"));
        return disk.Name;
    }

    private struct Open
    {
        public DiskIoRow Row;
        public long AskedNs;
        public long IssuedNs;
        public long Left;
        public bool IsIssued;
        public bool HasRow;
    }

    private struct Disk
    {
        public TextId Name;
        public long EndNs;
    }
}
