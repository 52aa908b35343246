using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Turns what perf tells of page faults into rows.</summary>
/// <remarks>
/// <para>The kernel counts a fault twice: when it begins (<c>page-faults</c>, or a tracepoint of <c>exceptions</c>), and when the page is
/// there, as hard (<c>major-faults</c>) or soft (<c>minor-faults</c>). Where each of them is recorded, both are one row with its
/// duration.</para>
/// <para>Samples at a rate stand for several faults, and cannot be put together. Beside both of the others <c>page-faults</c> says nothing
/// new. Beside one of them it says more: faults of the process that the other one told are taken off, so that none counts twice.</para>
/// </remarks>
/// <param name="sink">Gets the rows.</param>
/// <param name="events">All events of the recording.</param>
internal sealed class PageFaults(IRecordingSink sink, IReadOnlyList<PerfEvent> events)
{
    private const string System = "exceptions";
    private const string Prefix = "page_fault_";
    private const int MostOpen = 1 << 20;

    private readonly RowBatch<PageFaultRow> _rows = new(sink);
    private readonly Dictionary<int, (PageFaultRow Row, long TimeNs, long Losses)> _open = [];
    private readonly Dictionary<string, TextId> _paths = [];
    private readonly TextId _hard = sink.Ids.Text("hard");
    private readonly TextId _soft = sink.Ids.Text("soft");
    private readonly TextId _unknown = sink.Ids.Text("unknown");
    private readonly TraceField?[] _addresses = [.. events.Select(static each => each.Format?.Find("address"))];
    private readonly Role[] _roles = [.. events.Select(each => RoleOf(each, events))];

    // Faults of each process that one of the kinds told, and page-faults did not yet tell too.
    private readonly Dictionary<uint, long> _told = [];
    private readonly bool _hasRest = events.Any(each => RoleOf(each, events) == Role.Rest);
    private readonly bool _hasEnds = Has(events, PerfSoftware.MinorFaults) && Has(events, PerfSoftware.MajorFaults);
    private long _losses;

    private enum Role
    {
        None,
        Begin,
        Some,
        Hard,
        Soft,
        Rest,
    }

    /// <summary>Events whose fields are too short.</summary>
    public long Damaged { get; private set; }

    /// <summary>Whether samples of an event are page faults.</summary>
    public static bool Has(PerfEvent from) => from.Attributes is { Type: PerfSoftware.Type, Config: PerfSoftware.PageFaults or PerfSoftware.MinorFaults or PerfSoftware.MajorFaults }
        || (from.Format is { System: System } format && format.Name.StartsWith(Prefix, StringComparison.Ordinal));

    /// <summary>The address that was not there; 0 where the sample does not tell.</summary>
    public ulong AddressOf(in PerfSample sample) => FieldOf(in sample) is not { } field ? sample.Address
        : field.TryNumber(sample.Raw, out long told) ? (ulong)told : 0;

    /// <summary>A sample.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="path">The file that is mapped at its address; null for none.</param>
    /// <param name="place">Place in the file.</param>
    /// <param name="at">Who, when, and where.</param>
    public void On(in PerfSample sample, string? path, ulong place, in CallMoment at)
    {
        Role role = sample.Event.Index < _roles.Length ? _roles[sample.Event.Index] : Role.None;
        if (role == Role.None)
            return;

        if (FieldOf(in sample)?.TryNumber(sample.Raw, out _) == false)
        {
            Damaged++;
            return;
        }

        PageFaultRow row = new(
            at.Process, at.Thread, Math.Max(0, at.TimeNs - at.OriginNs), null, _unknown, path is null ? TextId.None : PathOf(path),
            path is null ? null : (long)place, null, AddressOf(in sample), CountOf(in sample), at.Stack);
        if (_hasRest)
        {
            ref long told = ref CollectionsMarshal.GetValueRefOrAddDefault(_told, at.Process, out _);
            if (role == Role.Rest)
            {
                long twice = Math.Min(told, row.Count);
                told -= twice;
                row = row with { Count = row.Count - twice };
                if (row.Count == 0)
                    return;
            }
            else
            {
                told += row.Count;
            }
        }

        // A thread without a number is one outside of our PID namespace: its begins have no end, and its ends tell the same.
        if (role == Role.Begin && sample.Tid > 0)
            Begin(sample.Tid, in row, at.TimeNs);
        else if (role == Role.Begin && _hasEnds)
            return;
        else if (role is Role.Hard or Role.Soft)
            End(sample.Tid, row with { Kind = role == Role.Hard ? _hard : _soft }, at.TimeNs);
        else
            _rows.Add(row);
    }

    /// <summary>Records were lost: what is open may be another fault than that which ends next, so that its time is not known.</summary>
    public void Lost() => _losses++;

    /// <summary>The recording ended.</summary>
    public void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private void Begin(int tid, in PageFaultRow row, long timeNs)
    {
        if (_open.Count >= MostOpen)
            WriteOpen();
        ref (PageFaultRow Row, long TimeNs, long Losses) open =
            ref CollectionsMarshal.GetValueRefOrAddDefault(_open, tid, out bool isThere);
        if (isThere)
            _rows.Add(open.Row);
        open = (row, timeNs, _losses);
    }

    private void End(int tid, in PageFaultRow row, long timeNs)
    {
        bool isOpen = _open.Remove(tid, out (PageFaultRow Row, long TimeNs, long Losses) open);
        if (isOpen && (open.Row.Address == row.Address || open.Row.Address == 0 || row.Address == 0))
        {
            _rows.Add(open.Row with { Kind = row.Kind, DurationNs = open.Losses == _losses ? Math.Max(0, timeNs - open.TimeNs) : null });
            return;
        }

        if (isOpen)
            _rows.Add(open.Row);
        _rows.Add(row);
    }

    private void WriteOpen()
    {
        foreach ((PageFaultRow row, _, _) in _open.Values)
            _rows.Add(row);
        _open.Clear();
    }

    private TraceField? FieldOf(in PerfSample sample) =>
        sample.Event.Index < _addresses.Length ? _addresses[sample.Event.Index] : null;

    private TextId PathOf(string path)
    {
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_paths, path, out bool isKnown);
        if (!isKnown)
            text = sink.Ids.Text(path);
        return text;
    }

    private static long CountOf(in PerfSample sample)
    {
        PerfEventAttributes attributes = sample.Event.Attributes;
        bool isTold = !attributes.IsFrequency || attributes.SampleFields.HasFlag(PerfSampleFields.Period);
        return isTold && sample.Period is > 0 and <= int.MaxValue ? (long)sample.Period : 1;
    }

    private static bool IsEach(PerfEvent from) => !from.Attributes.IsFrequency && from.Attributes.Period <= 1;

    private static bool Has(IReadOnlyList<PerfEvent> events, ulong number) =>
        events.Any(each => each.Attributes.Type == PerfSoftware.Type && each.Attributes.Config == number);

    private static Role RoleOf(PerfEvent from, IReadOnlyList<PerfEvent> events)
    {
        if (!Has(from))
            return Role.None;
        bool isSoftware = from.Attributes.Type == PerfSoftware.Type;
        if (isSoftware && from.Attributes.Config != PerfSoftware.PageFaults)
            return from.Attributes.Config == PerfSoftware.MajorFaults ? Role.Hard : Role.Soft;
        bool hasAll = events.Any(static each => each.Attributes is { Type: PerfSoftware.Type, Config: PerfSoftware.PageFaults } && IsEach(each));
        bool hasTracepoint = events.Any(static each => each.Attributes.Type != PerfSoftware.Type && Has(each) && IsEach(each));
        return IsEach(from) ? (isSoftware || !hasAll ? Role.Begin : Role.None)
            : hasAll || hasTracepoint ? Role.None
            : !isSoftware ? Role.Some
            : (Has(events, PerfSoftware.MinorFaults), Has(events, PerfSoftware.MajorFaults)) switch
            {
                (true, true) => Role.None,
                (false, false) => Role.Some,
                _ => Role.Rest,
            };
    }
}
