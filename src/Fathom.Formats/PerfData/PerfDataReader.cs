using System.Numerics;
using System.Runtime.InteropServices;
using Fathom.Files;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Ordering;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model;

namespace Fathom.Formats.PerfData;

/// <summary>Reads what <c>perf record</c> wrote, a file or a pipe, and hands its records to a sink in the order of time. Nothing is allocated per record.</summary>
/// <remarks>
/// <para>The format (linux/tools/perf/Documentation/perf.data-file-format.txt and linux/perf_event.h), all numbers in the byte order of the recording's machine:</para>
/// <code>
/// file                                             pipe
/// "PERFILE2"                                       "PERFILE2"
/// u64 104, size of this head                       u64 16
/// u64 size of an event's entry                     records
/// events, data, (event types): u64 place, u64 size
/// 256 bits, one for each feature section
///
/// event's entry = perf_event_attr, u64 place and u64 size of its ids
/// data          = records
/// behind data   = u64 place and u64 size of each feature section whose bit is set, lowest bit first
///
/// record        = u32 kind, u16 misc, u16 size with this head, fields
/// </code>
/// <para>An event (<see cref="PerfEvent"/>) says which fields its records have. A sample's place of fields is described at <see cref="SampleLayout"/>; other records
/// have fields of their kind (<see cref="Records"/>) and behind them a trailer with thread, time and id (<see cref="TrailerLayout"/>). Which event a
/// record belongs to is found by its id (<see cref="EventTable"/>). In a pipe events, sections and descriptions of tracepoints are
/// records themselves (<see cref="HeaderRecords"/>), and come before the records that need them.</para>
/// <para>Records come in the order of time of each buffer only; <see cref="RecordWindow"/> has how they get into one order. Compressed records are one zstd stream
/// over the recording; records inside may begin in one and end in the next.</para>
/// <para>Strategy: bytes are read into chunks in which records stay where they are until their turn has come, so that nothing is copied. Sizes are
/// believed as far as bytes are there. What makes no sense ends the reading, because nothing tells where the next record begins; a record whose
/// inside makes no sense is counted and passed over.</para>
/// <para>Not read: version 1 of the format, the other byte order, folders of <c>perf record --threads</c>, hardware traces, counts of <c>perf stat</c>.</para>
/// </remarks>
public sealed class PerfDataReader : IDisposable
{
    // Nothing says how long a pipe or an unfinished file is.
    private const long AnyLength = long.MaxValue;

    private readonly Stream _stream;
    private readonly string _name;
    private readonly PerfDataOptions _options;
    private readonly bool _isOwner;
    private readonly EventTable _events = new();
    private readonly HeaderRecords _headers;
    private readonly long _start;
    private bool _areSectionsCut;

    /// <summary>Begins to read; head, events and sections of a file are read at once.</summary>
    /// <param name="stream">At the first byte; a file needs seeking, a pipe does not. It is not disposed.</param>
    /// <param name="name">What the recording is called in messages.</param>
    /// <param name="options">How it is read.</param>
    /// <exception cref="FathomException">It is no recording of perf, or one that cannot be read.</exception>
    public PerfDataReader(Stream stream, string name, PerfDataOptions? options = null)
        : this(stream, name, options, isOwner: false)
    {
    }

    private PerfDataReader(Stream stream, string name, PerfDataOptions? options, bool isOwner)
    {
        (_stream, _name, _options, _isOwner) = (stream, name, options ?? new PerfDataOptions(), isOwner);
        _headers = new HeaderRecords(_events, Features, Tracing, Totals);
        _start = stream.CanSeek ? stream.Position : 0;
        Header = PerfDataHeader.Read(stream, name);
        if (!Header.IsPipe)
            ReadFileHead();
    }

    /// <summary>Its first bytes.</summary>
    public PerfDataHeader Header { get; }

    /// <summary>Its events; in a pipe they come with the first records.</summary>
    public IReadOnlyList<PerfEvent> Events => _events.Events;

    /// <summary>What it says of its machine and of itself.</summary>
    public PerfFeatures Features { get; } = new();

    /// <summary>Descriptions of its tracepoints.</summary>
    public TracingData Tracing { get; } = new();

    /// <summary>Threads that perf was asked for and their names; known at the end.</summary>
    public IReadOnlyDictionary<long, string> AskedThreads => _headers.Threads;

    /// <summary>What its events were opened on; known before the first sample.</summary>
    public RecordingScope Scope => _headers.Scope;

    /// <summary>What was read and what was lost so far.</summary>
    public PerfDataTotals Totals { get; } = new();

    /// <summary>Opens a file.</summary>
    /// <param name="path">Its path, or the folder that <c>perf record --kcore</c> makes.</param>
    /// <param name="options">How it is read.</param>
    /// <exception cref="FathomException">It is no recording of perf, or one that cannot be read.</exception>
    public static PerfDataReader Open(string path, PerfDataOptions? options = null)
    {
        string file = path;
        if (Directory.Exists(path))
        {
            file = Path.Combine(path, "data");
            if (!File.Exists(file))
                throw PerfDataErrors.NotPerfData(path, "it is a folder without a recording");
            if (File.Exists(file + ".0"))
                throw PerfDataErrors.Folder(path);
        }

        FileStream stream = RegularFile.OpenRead(file, bufferSize: 0);
        try
        {
            return new PerfDataReader(stream, path, options, isOwner: true);
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>Reads to the end; once only.</summary>
    /// <param name="sink">Gets the records, on this thread.</param>
    /// <param name="stop">Ends the reading between two reads of the stream.</param>
    /// <exception cref="FathomException">Records are compressed and the machine has no libzstd.</exception>
    public PerfDataTotals Read(IPerfDataSink sink, CancellationToken stop)
    {
        long length = Header.IsPipe || Header.IsUnfinished ? AnyLength : (long)Math.Min(Header.Data.Size, AnyLength);
        long start = Header.IsPipe ? PerfDataHeader.PipeBytes : (long)Header.Data.Offset;
        if (!Header.IsPipe)
            _stream.Position = _start + start;
        using ChunkPool pool = new();
        RecordDelivery delivery = new(_events, pool, Totals, _options.WindowBytes) { Sink = sink };
        RecordSource source = new(_stream, length, start);
        using RecordLoop loop = new(source, _options, _name, delivery, _headers, Totals, pool);
        string? damage = loop.Read(stop);
        delivery.End();
        Finish(damage, source, loop.Rest);
        return Totals;
    }

    /// <summary>Closes the file where this reader opened it.</summary>
    public void Dispose()
    {
        if (_isOwner)
            _stream.Dispose();
    }

    private void Finish(string? damage, RecordSource source, int rest)
    {
        bool isOpenEnded = Header.IsPipe || Header.IsUnfinished;
        Totals.UnreadBytes = rest + (isOpenEnded ? 0 : source.Left);
        if (damage is not null)
            Totals.Finish(PerfDataEnd.Damaged, $"'{_name}' is damaged: {damage} (near byte {source.Position - rest}). What follows is lost.");
        else if (Header.IsUnfinished)
            Totals.Finish(
                PerfDataEnd.Unfinished,
                $"'{_name}' was never finished: perf was killed while recording. Its records are read up to byte {source.Position - rest}; names of tracepoints and of the machine are missing.");
        else if (rest > 0 || (!isOpenEnded && source.Left > 0))
            Totals.Finish(PerfDataEnd.CutOff, $"'{_name}' is cut off: it ends at byte {source.Position} {(rest > 0 ? "within a record" : "before the end of its records")}.");
        else if (_areSectionsCut)
            Totals.Finish(PerfDataEnd.CutOff, $"'{_name}' is cut off: sections after its records are missing.");
        else
            Totals.Finish(PerfDataEnd.Complete, null);
    }

    private void ReadFileHead()
    {
        long length = _stream.Length - _start;
        if (!Header.Events.IsWithin(length) || Header.Data.Offset > (ulong)length)
            throw PerfDataErrors.NotPerfData(_name, "its events lie beyond its end");
        int count = (int)Math.Min(Header.Events.Size / (ulong)Header.EventBytes, int.MaxValue);
        if (count == 0 || Header.Events.Size > (ulong)_options.MaxSectionBytes)
            throw PerfDataErrors.NotPerfData(_name, count == 0 ? "it has no events" : $"its events claim {Header.Events.Size} bytes");
        byte[] entries = ReadSection(Header.Events);
        ulong idBytes = 0;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> entry = entries.AsSpan(i * Header.EventBytes, Header.EventBytes);
            FileSection ids = FileSection.Parse(entry[^FileSection.Bytes..]);
            bool isThere = ids.IsWithin(length) && (idBytes += ids.Size) <= (ulong)length;
            _events.Add(PerfEventAttributes.Parse(entry[..^FileSection.Bytes]), isThere ? MemoryMarshal.Cast<byte, ulong>(ReadSection(ids)) : default);
            _areSectionsCut |= !isThere;
        }

        if (!Header.IsUnfinished)
            ReadSections(length);
    }

    private void ReadSections(long length)
    {
        int count = Header.FeatureBits.Sum(static bits => BitOperations.PopCount(bits));
        FileSection table = new(Header.Data.Offset + Header.Data.Size, (ulong)(count * FileSection.Bytes));
        bool isThere = Header.Data.IsWithin(length) && table.IsWithin(length);
        byte[] places = isThere ? ReadSection(table) : [];
        int next = 0;
        for (int number = 0; number < Header.FeatureBits.Length * 64; number++)
        {
            if ((Header.FeatureBits[number / 64] >> (number % 64) & 1) == 0)
                continue;
            FileSection section = isThere ? FileSection.Parse(places.AsSpan(next++ * FileSection.Bytes)) : default;
            if (isThere && section.IsWithin(length) && section.Size <= (ulong)_options.MaxSectionBytes)
                ReadFeature((PerfFeature)number, section);
            else
                (_areSectionsCut, _) = (true, Features.DamagedSet.Add((PerfFeature)number));
        }
    }

    private void ReadFeature(PerfFeature feature, FileSection section)
    {
        // Hardware traces and types of BPF programs may be large, and nothing here reads them.
        if (feature is PerfFeature.AuxTrace or PerfFeature.BpfTypes or PerfFeature.BpfPrograms)
            Features.PresentSet.Add(feature);
        else if (feature == PerfFeature.TracingData)
            _headers.Trace(ReadSection(section));
        else
            _headers.Section(feature, ReadSection(section));
    }

    private byte[] ReadSection(FileSection section)
    {
        byte[] bytes = new byte[section.Size];
        _stream.Position = _start + (long)section.Offset;
        _stream.ReadExactly(bytes);
        return bytes;
    }
}
