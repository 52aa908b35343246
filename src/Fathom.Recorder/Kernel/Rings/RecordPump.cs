using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Unwinding;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>Takes records out of rings into the file: all but samples of the recorder itself. Nothing is allocated.</summary>
/// <remarks>
/// <para>All events have the same fields in front, so a record is told by its place: a sample has id, address, process and thread, time; another record ends with 32 bytes of thread, time,
/// processor and id.</para>
/// </remarks>
/// <param name="ids">The events.</param>
/// <param name="file">The file.</param>
/// <param name="leavesSelfOut">Whether an event's samples of the recorder are left out, by the place of the event.</param>
/// <param name="rewriters">Make call chains of the stacks that samples of some events have.</param>
/// <param name="files">Puts build ids into records of mappings.</param>
/// <param name="switches">Says which of the kernel's own records of switches are kept.</param>
internal sealed unsafe class RecordPump(
    EventIds ids, RawFile file, bool[] leavesSelfOut, StackRewriters rewriters, MappedFileIds files, SwitchRecords switches) : IDisposable
{
    private const int MostRecordBytes = 1 << 16;

    // What was taken is free for the kernel before all of it was.
    private const ulong StepBytes = 1 << 18;

    private const int HeadBytes = 8;
    private const int MiscPlace = 4;
    private const int IdPlace = 8;
    private const int PidPlace = 24;
    private const int OtherPlace = 8;
    private const int TrailerThread = 32;
    private const int TrailerId = 8;
    private const int TrailerTime = 24;
    private const int LeastSample = 56;
    private const int LeastOther = HeadBytes + 32;

    private readonly byte* _whole = (byte*)NativeMemory.Alloc(MostRecordBytes);
    private readonly uint _self = (uint)Environment.ProcessId;

    /// <summary>When the recording began: what comes from before tells of the begin.</summary>
    public long StartNs { get; set; }

    /// <summary>Records in the file.</summary>
    public long Records { get; private set; }

    /// <summary>Samples among them.</summary>
    public long Samples { get; private set; }

    /// <summary>Bytes that came through the rings.</summary>
    public long TakenBytes { get; private set; }

    /// <summary>Bytes of rings that made no sense, and what came behind them until the next look.</summary>
    public long BrokenBytes { get; private set; }

    /// <summary>Files that stacks lead through, and that were left out because of their size.</summary>
    public long LeftOutFiles => rewriters.LeftOutFiles;

    /// <summary>What came of the stacks that samples of an event have, by its place; null where they have none.</summary>
    public StackEnds? EndsOf(int source) => rewriters.Of(source)?.Ends;

    /// <summary>Takes all that a ring holds now.</summary>
    /// <returns>Whether there was anything.</returns>
    public bool Take(Ring ring)
    {
        ulong head = ring.Head, tail = ring.Tail;
        if (head == tail)
            return false;
        TakenBytes += (long)(head - tail);
        while (tail < head)
        {
            ulong first = ring.Word(tail);
            uint type = (uint)first;
            int size = (int)(first >> 48);
            if (size < HeadBytes || (ulong)size > head - tail || (size & 7) != 0)
            {
                BrokenBytes += (long)(head - tail);
                tail = head;
                break;
            }

            if (type == (uint)PerfRecordType.Sample)
                TakeSample(ring, tail, size);
            else if (type is (uint)PerfRecordType.Switch or (uint)PerfRecordType.SwitchCpuWide && size >= LeastOther)
                TakeSwitch(ring, tail, size);
            else
                TakeOther(ring, tail, size);
            tail += (ulong)size;
            if (tail - ring.Tail >= StepBytes)
                ring.Tail = tail;
        }

        ring.Tail = tail;
        return true;
    }

    /// <summary>Adds samples that the recorder itself made.</summary>
    public void Add(ReadOnlySpan<byte> samples, long count)
    {
        file.Add(samples);
        Records += count;
        Samples += count;
    }

    /// <summary>
    /// Takes what rings hold of the time before <see cref="StartNs"/>: lives of processes. They say what was there at the start, as what was read of /proc does, so they have no time in the file, and
    /// stand in their order.
    /// </summary>
    public void TakeEarlier(IReadOnlyList<Ring> rings)
    {
        List<(long TimeNs, byte[] Record)> early = [];
        foreach (Ring ring in rings)
        {
            ulong head = ring.Head, tail = ring.Tail;
            while (tail < head)
            {
                ulong first = ring.Word(tail);
                int size = (int)(first >> 48);
                if (size < LeastOther || (ulong)size > head - tail || (size & 7) != 0 || (uint)first == (uint)PerfRecordType.Sample)
                    break;
                byte[] record = new byte[size];
                fixed (byte* to = record)
                {
                    ring.Copy(tail, to, size);
                    long timeNs = *(long*)(to + size - TrailerTime);
                    if (timeNs >= StartNs)
                        break;
                    *(long*)(to + size - TrailerTime) = 0;
                    early.Add((timeNs, record));
                }

                tail += (ulong)size;
            }

            ring.Tail = tail;
        }

        foreach ((_, byte[] record) in early.OrderBy(static one => one.TimeNs))
        {
            byte* room = file.Room(record.Length);
            record.CopyTo(new Span<byte>(room, record.Length));
            file.Added(record.Length);
            Records++;
            files.Put(room, record.Length, EventSet.TrailerBytes);
            Follow(room, record.Length);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        rewriters.Dispose();
        NativeMemory.Free(_whole);
    }

    private void TakeSample(Ring ring, ulong tail, int size)
    {
        if (size < LeastSample || ids.Find(ring.Word(tail + IdPlace)) is not { } source)
        {
            Keep(ring, tail, size, isSample: true);
            return;
        }

        if (switches.IsTracepoint(source.Source))
            switches.FilterOf(ring.Cpu).OnTracepoint((uint)(ring.Word(tail + PidPlace) >> 32));
        if (leavesSelfOut[source.Source] && (uint)ring.Word(tail + PidPlace) == _self)
        {
            source.Own++;
        }
        else if (rewriters.Of(source.Source) is not { } rewriter)
        {
            source.Kept++;
            Keep(ring, tail, size, isSample: true);
        }
        else if (Rewrite(rewriter, ring, tail, size))
        {
            source.Kept++;
        }
        else
        {
            source.Damaged++;
        }
    }

    // A sample may lie in two pieces in the ring.
    private bool Rewrite(StackRewriter rewriter, Ring ring, ulong tail, int size)
    {
        ring.Copy(tail, _whole, size);
        int written = rewriter.Rewrite(new ReadOnlySpan<byte>(_whole, size), new Span<byte>(file.Room(MostRecordBytes), MostRecordBytes));
        if (written == 0)
            return false;
        file.Added(written);
        Records++;
        Samples++;
        return true;
    }

    private void TakeSwitch(Ring ring, ulong tail, int size)
    {
        ulong end = tail + (ulong)size;
        if (!switches.FilterOf(ring.Cpu).Keeps(ring.Word(tail), (uint)(ring.Word(tail + OtherPlace) >> 32), (uint)(ring.Word(end - TrailerThread) >> 32)))
            return;
        Keep(ring, tail, size, isSample: false);
        if (ids.Find(ring.Word(end - TrailerId)) is { } source)
            source.Kept++;
    }

    private void TakeOther(Ring ring, ulong tail, int size)
    {
        byte* kept = Keep(ring, tail, size, isSample: false);
        files.Put(kept, size, EventSet.TrailerBytes);
        Follow(kept, size);
        // One that was about to be written at the begin came too late for what is there at the start.
        if (size >= LeastOther && *(long*)(kept + size - TrailerTime) is > 0 and var timeNs && timeNs < StartNs)
            *(long*)(kept + size - TrailerTime) = StartNs;
    }

    // Stacks do not lead through data.
    private void Follow(byte* record, int size)
    {
        ReadOnlySpan<byte> read = new(record, size);
        if (*(uint*)record != (uint)PerfRecordType.Mmap2 || (*(ushort*)(record + MiscPlace) & PerfDataPipe.DataMark) == 0)
            rewriters.Follow(read);
        switches.Pool.On(read);
    }

    private byte* Keep(Ring ring, ulong tail, int size, bool isSample)
    {
        byte* room = file.Room(size);
        ring.Copy(tail, room, size);
        file.Added(size);
        Records++;
        Samples += isSample ? 1 : 0;
        return room;
    }
}
