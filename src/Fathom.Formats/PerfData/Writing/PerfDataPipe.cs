using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Writing;

/// <summary>
/// Makes the records that a recorder writes beside those of the kernel, in the pipe form of perf.data: everything that is needed to read what follows comes before it, so a
/// recording that ends anywhere can be read up to there.
/// </summary>
/// <remarks>
/// <code>
/// "PERFILE2", u64 16
/// HEADER_ATTR          perf_event_attr, its ids                              one for each event
/// EVENT_UPDATE         u64 2, u64 id, name                                   one for each event
/// ID_INDEX             u64 count, each u64 id, u64 place, u64 processor, u64 thread
/// HEADER_TRACING_DATA  u32 size; the section follows outside of the record's size
/// HEADER_FEATURE       u64 number of the section, the section
/// HEADER_BUILD_ID      i32 process, 24 bytes build id, path
/// MMAP, COMM, MMAP2    what was there before the start, with a time of 0
/// records of the kernel, FINISHED_ROUND after each round over its buffers
/// </code>
/// </remarks>
/// <param name="into">Gets the records.</param>
/// <param name="trailerBytes">Bytes of thread, time and id at the end of the records of the first event.</param>
public sealed class PerfDataPipe(RecordBytes into, int trailerBytes)
{
    /// <summary>Stands in the head of a mapping that has a build id in the place of the file's number.</summary>
    public const int BuildIdMark = 1 << 14;

    /// <summary>Stands in the head of a mapping of data.</summary>
    public const int DataMark = 1 << 13;

    /// <summary>The most bytes of a build id that a record has room for.</summary>
    public const int MostIdBytes = 20;

    private const int KernelMode = (int)PerfCpuMode.Kernel;
    private const int UserMode = (int)PerfCpuMode.User;
    private const int LengthMark = 1 << 15;
    private const int IdsOfIndex = 2000;
    private const int PipeBytes = 16;
    private const ulong NameUpdate = 2;

    /// <summary>The most ids that the record of an event has room for.</summary>
    public const int MostIds = (RecordBytes.MostBytes - 8 - AttributeBytes.Size) / sizeof(ulong);

    /// <summary>The first bytes of the file.</summary>
    public void Head() => into.Bytes("PERFILE2"u8).U64(PipeBytes);

    /// <summary>An event and its ids.</summary>
    /// <param name="attributes">What it records.</param>
    /// <param name="ids">At most <see cref="MostIds"/>.</param>
    public void Event(PerfEventAttributes attributes, IReadOnlyList<ulong> ids)
    {
        Span<byte> bytes = stackalloc byte[AttributeBytes.Size];
        AttributeBytes.Write(attributes, bytes);
        into.Begin(PerfRecordType.HeaderAttribute).Bytes(bytes);
        foreach (ulong id in ids)
            into.U64(id);
        into.End();
    }

    /// <summary>The name of an event, by one of its ids.</summary>
    public void Name(ulong id, string name)
    {
        into.Begin(PerfRecordType.EventUpdate).U64(NameUpdate).U64(id).Text(name);
        into.End();
    }

    /// <summary>What each id stands for.</summary>
    /// <param name="ids">Id, processor (-1 any), thread (-1 all).</param>
    public void Index(IReadOnlyList<(ulong Id, int Cpu, int Tid)> ids)
    {
        for (int first = 0; first < ids.Count; first += IdsOfIndex)
        {
            int count = Math.Min(IdsOfIndex, ids.Count - first);
            into.Begin(PerfRecordType.IdIndex).U64((ulong)count);
            for (int i = first; i < first + count; i++)
                into.U64(ids[i].Id).U64((ulong)i).U64((ulong)(long)ids[i].Cpu).U64((ulong)(long)ids[i].Tid);
            into.End();
        }
    }

    /// <summary>Descriptions of tracepoints.</summary>
    /// <param name="section">As <see cref="TracingSection"/> makes it.</param>
    public void Tracing(ReadOnlySpan<byte> section)
    {
        int padding = (8 - (section.Length & 7)) & 7;
        into.Begin(PerfRecordType.HeaderTracingData).U32((uint)(section.Length + padding)).EndAsIs();
        into.Bytes(section).Zeros(padding);
    }

    /// <summary>A section that is a text.</summary>
    public void Feature(PerfFeature feature, string text)
    {
        into.Begin(PerfRecordType.HeaderFeature).U64((ulong)feature).PaddedText(text);
        into.End();
    }

    /// <summary>Words of the command line.</summary>
    public void CommandLine(IReadOnlyList<string> words)
    {
        into.Begin(PerfRecordType.HeaderFeature).U64((ulong)PerfFeature.CommandLine).U32((uint)words.Count);
        foreach (string word in words)
            into.PaddedText(word);
        into.End();
    }

    /// <summary>Numbers of processors.</summary>
    public void Cpus(int available, int online)
    {
        into.Begin(PerfRecordType.HeaderFeature).U64((ulong)PerfFeature.CpuCount).U32((uint)available).U32((uint)online);
        into.End();
    }

    /// <summary>The clock of all times, and one moment on it and on the wall.</summary>
    public void Clock(ClockPoint at, ulong resolutionNs)
    {
        into.Begin(PerfRecordType.HeaderFeature).U64((ulong)PerfFeature.ClockId).U64(resolutionNs);
        into.End();
        into.Begin(PerfRecordType.HeaderFeature).U64((ulong)PerfFeature.ClockData).U32(1).U32((uint)at.ClockId).U64(at.WallNs).U64(at.ClockNs);
        into.End();
    }

    /// <summary>The kernel: where its code lies, and its build id.</summary>
    /// <param name="text">Address of <c>_text</c>.</param>
    /// <param name="end">End of its code.</param>
    /// <param name="buildId">Build id; empty where unknown.</param>
    public void Kernel(ulong text, ulong end, ReadOnlySpan<byte> buildId)
    {
        into.Begin(PerfRecordType.Mmap, KernelMode).I32(-1).I32(0).U64(text).U64(end - text).U64(text).Text("[kernel.kallsyms]_text");
        into.End(trailerBytes);
        if (buildId.Length is 0 or > MostIdBytes)
            return;
        into.Begin(PerfRecordType.HeaderBuildId, KernelMode | LengthMark).I32(-1)
            .Bytes(buildId).Zeros(MostIdBytes - buildId.Length).U8((byte)buildId.Length).Zeros(3).Text("[kernel.kallsyms]");
        into.End();
    }

    /// <summary>A thread that was there before the start.</summary>
    public void Thread(int pid, int tid, ReadOnlySpan<byte> name)
    {
        into.Begin(PerfRecordType.Comm).I32(pid).I32(tid).Bytes(name).U8(0);
        into.End(trailerBytes);
    }

    /// <summary>Code or data that was mapped before the start.</summary>
    public void Mapping(int pid, in MappedCode code)
    {
        bool hasId = code.BuildId.Length is > 0 and <= MostIdBytes;
        into.Begin(PerfRecordType.Mmap2, UserMode | (hasId ? BuildIdMark : 0) | (code.IsData ? DataMark : 0)).I32(pid).I32(pid).U64(code.Address).U64(code.Bytes).U64(code.FileOffset);
        if (hasId)
            into.U8((byte)code.BuildId.Length).Zeros(3).Bytes(code.BuildId).Zeros(MostIdBytes - code.BuildId.Length);
        else
            into.U32(code.DeviceMajor).U32(code.DeviceMinor).U64(code.Inode).U64(0);
        into.U32(code.Protection).U32(code.Flags).Bytes(Encoding.UTF8.GetBytes(code.Path)).U8(0);
        into.End(trailerBytes);
    }

    /// <summary>The state of a thread at the start, as a sample of <see cref="StartStates"/>.</summary>
    /// <param name="eventId">Id of the event.</param>
    /// <param name="pid">The process.</param>
    /// <param name="tid">The thread.</param>
    /// <param name="timeNs">When it had that state.</param>
    /// <param name="state">The state, by the bits of <c>sched_switch</c>.</param>
    /// <param name="syscall">Number of the system call that it waits in; -1 for none.</param>
    /// <param name="hasChain">Whether samples of the event have callers.</param>
    /// <param name="chain">The callers of the wait; empty where they are not known.</param>
    public void State(
        ulong eventId, int pid, int tid, long timeNs, int state, int syscall, bool hasChain = false, ReadOnlySpan<ulong> chain = default)
    {
        // Id, address, thread, time, no processor, period, callers, raw fields with their padding.
        into.Begin(PerfRecordType.Sample, UserMode).U64(eventId).U64(0).I32(pid).I32(tid).U64((ulong)timeNs).I32(-1).U32(0).U64(1);
        if (hasChain)
        {
            into.U64((ulong)chain.Length);
            foreach (ulong address in chain)
                into.U64(address);
        }

        into.U32(StartStates.FieldBytes + 4).I32(state).I32(syscall);
        into.End();
    }

    /// <summary>The process that began one which was there before the start.</summary>
    public void Parent(int pid, int parentPid)
    {
        into.Begin(PerfRecordType.Fork).I32(pid).I32(parentPid).I32(pid).I32(parentPid).U64(0);
        into.End(trailerBytes);
    }

    /// <summary>A record as it is, of another thread and without a time: it was there before the start.</summary>
    /// <param name="record">The record; its first fields are process and thread.</param>
    /// <param name="pid">The process.</param>
    public void Earlier(ReadOnlySpan<byte> record, int pid)
    {
        into.Bytes(record[..8]).I32(pid).I32(pid).Bytes(record[16..^trailerBytes]).Zeros(trailerBytes);
    }

    /// <summary>A descriptor or the current folder of a process at the start, as a sample of <see cref="SystemCall"/>.</summary>
    /// <param name="eventId">Id of the event.</param>
    /// <param name="pid">The process.</param>
    /// <param name="timeNs">When that was so.</param>
    /// <param name="kind">What it is.</param>
    /// <param name="number">Number of the descriptor.</param>
    /// <param name="flags">Flags that it was opened with.</param>
    /// <param name="path">What it leads to, up to <see cref="SystemCall.MostTextBytes"/> bytes less one.</param>
    public void Opened(ulong eventId, int pid, long timeNs, SystemCallKind kind, int number, long flags, ReadOnlySpan<byte> path)
    {
        int bytes = SystemCall.HeadBytes + path.Length + 1;
        int padding = (8 - ((bytes + sizeof(uint)) & 7)) & 7;
        // No chain.
        into.Begin(PerfRecordType.Sample, UserMode).U64(eventId).U64(0).I32(pid).I32(pid).U64((ulong)timeNs).I32(-1).U32(0).U64(1).U64(0)
            .U32((uint)(bytes + padding)).U32((uint)kind).U32((uint)(path.Length + 1)).U64((ulong)timeNs).U64(0)
            .U64((ulong)number).U64((ulong)flags).Zeros(SystemCall.HeadBytes - 40).Bytes(path).Zeros(1 + padding);
        into.End();
    }

    /// <summary>A system call that had not returned at the end, as a sample of <see cref="SystemCall"/> without callers.</summary>
    /// <param name="eventId">Id of the event.</param>
    /// <param name="thread">The process and the thread.</param>
    /// <param name="timeNs">The end.</param>
    /// <param name="kind">What is asked for.</param>
    /// <param name="number">Number of the call.</param>
    /// <param name="startNs">When it began.</param>
    /// <param name="arguments">Its arguments.</param>
    public void OpenCall(
        ulong eventId, (int Pid, int Tid) thread, long timeNs, SystemCallKind kind, int number, long startNs, IReadOnlyList<ulong> arguments)
    {
        const int padding = (8 - ((SystemCall.HeadBytes + sizeof(uint)) & 7)) & 7;
        into.Begin(PerfRecordType.Sample, UserMode).U64(eventId).U64(0).I32(thread.Pid).I32(thread.Tid).U64((ulong)timeNs).I32(-1).U32(0).U64(1)
            .U64(0).U32(SystemCall.HeadBytes + padding).U32((uint)kind | SystemCall.IsOpen | ((uint)number << 16)).U32(0).U64((ulong)startNs)
            .U64(0);
        foreach (ulong argument in arguments)
            into.U64(argument);
        into.U64(0).Zeros(padding);
        into.End();
    }

    /// <summary>All that was made up of the time before the start has come.</summary>
    public void Began()
    {
        into.Begin(PerfRecordType.FinishedInit);
        into.End();
    }
}
