using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.Etl.Stacks;
using Fathom.Formats.Etl.Unread;
using Fathom.Formats.NetTrace;
using Fathom.Model;

namespace Fathom.Formats.Etl;

/// <summary>
/// Reads a Windows event trace (.etl) and hands its events over as those of a nettrace stream, in the order of time. Nothing is allocated
/// per event.
/// </summary>
/// <remarks>
/// <para>The format, all numbers little-endian; nobody has published it, so it is what the files show. A file is a row of buffers, without
/// any magic. Each has a head of 48h bytes (<see cref="EtlBuffer"/>), records behind it, each at a multiple of 8, and FFh up to its end;
/// the records of a compressed one are one stream of <see cref="Xpress"/>. Each processor fills buffers of its own, so the order of time is
/// a merge (<see cref="EtlFile"/>).</para>
/// <para>A record (<see cref="EtlRecord"/>) is an event of the kernel (by group and opcode, <see cref="KernelHook"/>,
/// <c>KernelEvents.txt</c>), of a classic provider (by class and opcode), of a provider with numbered events, or a message whose text is
/// elsewhere. The first one is the header of the session (<see cref="EtlHeader"/>). Times are ticks of a clock that it tells.</para>
/// <para>The schema of an event is known (<c>KernelEvents.txt</c>, events of .NET), stands with it (<see cref="TraceLoggingSchema"/>), in
/// the file (<see cref="TdhSchema"/>, put there by the merge on the machine), or in a manifest of its event source
/// (<see cref="Manifests"/>).</para>
/// <para>Stacks are items of an event, or records behind it that tell its time and thread (<see cref="PendingEvents"/>), with their
/// addresses or with a key that is told later (<see cref="StackKeys"/>). So a file is read twice: once for what must be known before
/// (<see cref="EtlSurvey"/>).</para>
/// <para>Records of the kernel do not tell process and thread; what they leave out is taken from their fields, from the threads that were
/// told, and from the switches of their processor (<see cref="ThreadOwners"/>).</para>
/// <para>What is damaged is counted (<see cref="EtlTotals"/>): a buffer up to the place that makes no sense, or a file up to its last whole
/// buffer.</para>
/// </remarks>
public sealed class EtlTrace
{
    /// <summary>The provider that tells file calls as numbered events.</summary>
    public const string FileProvider = "edd08927-9cc4-4e65-b970-c2560fb5c289";

    /// <summary>The provider that tells what goes over the network as numbered events.</summary>
    public const string NetworkProvider = "7dd42a49-5329-4832-8dfd-43d979153a88";

    /// <summary>The provider that tells of processes, threads and mapped files as numbered events.</summary>
    public const string ProcessProvider = "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716";

    private const int StackHead = 16;
    private const int RuntimeStackHead = 8;

    private readonly EtlFile _file;
    private readonly EtlSurvey _survey;
    private readonly NetTraceHeader _wide;
    private readonly NetTraceHeader _narrow;
    private readonly NetTraceTables _tables;
    private readonly UnreadRecords _unread = new();
    private readonly long _startTicks;
    private ulong[] _addresses = new ulong[256];
    private readonly StackMatches _matches = new();
    private PendingEvents? _pending;
    private INetTraceSink? _sink;

    /// <summary>Opens a trace and looks through all of it once.</summary>
    /// <param name="read">Reads the file.</param>
    /// <param name="length">Its length.</param>
    /// <param name="name">What it is called in messages.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="FathomException">It is no such file, or one that cannot be read.</exception>
    public EtlTrace(ReadAt read, long length, string name, CancellationToken stop)
        : this([new EtlPart(read, length, name)], stop)
    {
    }

    /// <summary>Opens the files of a trace, and looks through all of them once.</summary>
    /// <param name="parts">The files: one, or those that sessions of one machine wrote at the same time.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="FathomException">One is no such file, or cannot be read, or they are not of one machine.</exception>
    public EtlTrace(IReadOnlyList<EtlPart> parts, CancellationToken stop)
    {
        _file = new EtlFile(parts);
        _survey = new EtlSurvey(_file.Totals);
        _survey.Findings = _file.Survey((in EtlRecord record, long ticks, int _) => _survey.Look(record, ticks), stop, EtlSurvey.Sees);
        EtlHeader told = _file.Header;
        _startTicks = told.StartTicks;
        _wide = new NetTraceHeader(told.StartUtc, told.StartTicks, told.TicksPerSecond, 8, 0, told.Processors) { Version = 6 };
        _narrow = _wide with { PointerSize = 4 };
        _tables = new NetTraceTables(_wide);
    }

    /// <summary>What it says of itself.</summary>
    public EtlHeader Header => _file.Header;

    /// <summary>Its files.</summary>
    public IReadOnlyList<EtlPart> Parts => _file.Parts;

    /// <summary>What was read.</summary>
    public EtlTotals Totals => _file.Totals;

    /// <summary>Its clock, as streams of .NET tell it.</summary>
    public NetTraceHeader Clock => _wide;

    /// <summary>Prefixes of paths as the kernel has them, with the letters of drives.</summary>
    public IReadOnlyList<(string Device, string Drive)> Volumes => _survey.Volumes;

    /// <summary>Whether switches of threads were recorded.</summary>
    public bool HasSwitches => _survey.HasSwitches;

    /// <summary>Whether samples of processors were recorded.</summary>
    public bool HasSamples => _survey.HasSamples;

    /// <summary>Whether the logger of the kernel recorded file calls.</summary>
    public bool HasFileCalls => _survey.HasFileCalls;

    /// <summary>Whether the logger of the kernel recorded what goes over the network.</summary>
    public bool HasNetwork => _survey.HasNetwork;

    /// <summary>Whether page faults were recorded with the files that they read.</summary>
    public bool HasHardFaults => _survey.HasHardFaults;

    /// <summary>Names of files, by the numbers that their events have.</summary>
    public FileNames FileNames => _survey.FileNames;

    /// <summary>Whether the logger of the kernel told of processes.</summary>
    public bool HasProcesses => _survey.HasProcesses;

    /// <summary>Whether the logger of the kernel told of threads.</summary>
    public bool HasThreads => _survey.HasThreads;

    /// <summary>Whether the logger of the kernel told of mapped files.</summary>
    public bool HasImages => _survey.HasImages;

    /// <summary>Names of keys of the registry, by the numbers that their events have.</summary>
    public FileNames KeyNames => _survey.KeyNames;

    /// <summary>Where files of the kernel lie, whenever that was told.</summary>
    public KernelFiles KernelFiles => _survey.KernelFiles;

    /// <summary>The process of a thread by what was told up to now; -1 where nobody tells.</summary>
    public int ProcessOf(int tid) => _survey.Owners.OfThread(tid).Pid;

    /// <summary>The PDB of a mapped file; null where the trace does not tell.</summary>
    /// <param name="start">Its first address.</param>
    /// <param name="pid">The process; 0 for the kernel.</param>
    public EtlSymbols? SymbolsOf(ulong start, int pid) => _survey.SymbolsOf(start, pid);

    /// <summary>Version of a mapped file; null where the trace does not tell.</summary>
    /// <param name="start">Its first address.</param>
    /// <param name="pid">The process; 0 for the kernel.</param>
    /// <param name="size">Its bytes in memory.</param>
    /// <param name="timeStamp">The stamp of its build; 0 where its event has none.</param>
    public EtlFileVersion? VersionOf(ulong start, int pid, uint size, uint timeStamp) => _survey.VersionOf(start, pid, size, timeStamp);

    /// <summary>Records that it has.</summary>
    public long Surveyed => _survey.Records;

    /// <summary>Definitions of stacks that found no room.</summary>
    public long StackKeysWithoutRoom => _survey.Keys.Overflows;

    /// <summary>Hands over all events in the order of time.</summary>
    /// <param name="sink">Gets them.</param>
    /// <param name="stop">Ends it.</param>
    public void Read(INetTraceSink sink, CancellationToken stop)
    {
        _sink = sink;
        // A stack by its key can be longer than the record that refers to it.
        _pending = _survey.HasStacks
            ? new PendingEvents(
                Hand, Totals, _survey.Records, _survey.Keys.Any ? long.MaxValue / 8 : _file.BufferBytes,
                _file.IsOrdered ? _survey.MostLate : ulong.MaxValue)
            : null;
        _file.Read(OnRecord, stop);
        _pending?.Flush();
    }

    private void OnRecord(in EtlRecord record, long ticks, int processor)
    {
        if (record.Kind is EtlRecordKind.Unknown or EtlRecordKind.Message)
        {
            OnUnread(record, ticks, processor);
            return;
        }

        int hook = EtlSurvey.HookOf(record);
        if (hook >= 0 && KernelHook.IsStack(hook))
        {
            OnStack(record, ticks, hook, processor);
            return;
        }

        if (_pending is not null && EtlSurvey.IsRuntimeStack(record))
        {
            OnRuntimeStack(record);
            return;
        }

        EventMetadata kind = _survey.Descriptions.Of(record, hook, out bool isNew);
        if (isNew)
            _sink!.OnMetadata(kind);
        if (kind.Tag is null)
            return;
        (int pid, int tid) = hook >= 0 ? _survey.Owners.Of(record, hook, processor) : (record.Pid, record.Tid);
        EtlEvent one = new(kind, ticks, pid, Math.Max(0, tid), processor, record.PointerSize) { Activity = record.Activity };
        if (record.Counters > 0)
            Totals.WithCounters++;
        int pointerSize = sizeof(ulong), otherSize = sizeof(ulong);
        ReadOnlySpan<byte> other = default,
            stack = record.Items.IsEmpty ? default : StackOf(record.Items, ref one, ref pointerSize, ref other, ref otherSize);
        if (_pending is not null)
        {
            _pending.Add(in one, record.Payload, stack, pointerSize);
            if (!other.IsEmpty)
                _pending.AttachToNewest(other, otherSize);
        }
        else
            Hand(in one, record.Payload, default, stack[..(stack.Length - (stack.Length % pointerSize))], pointerSize);
    }

    private void OnUnread(in EtlRecord record, long ticks, int processor)
    {
        bool isMessage = record.Kind == EtlRecordKind.Message;
        Totals.UnknownRecords += isMessage ? 0 : 1;
        Totals.Messages += isMessage ? 1 : 0;
        EtlMessage told = EtlMessage.Read(isMessage ? record.Payload : default);
        EventMetadata kind = isMessage ? _unread.OfMessage(told.Options, out bool isNew) : _unread.OfUnknown(record.Marker, out isNew);
        if (isNew)
            _sink!.OnMetadata(kind);
        if (kind.Tag is null)
            return;
        EtlEvent one = new(kind, ticks, told.Pid, Math.Max(0, told.Tid), processor, record.PointerSize);
        if (_pending is not null)
            _pending.Add(in one, record.Payload, default, sizeof(ulong));
        else
            Hand(in one, record.Payload, default, default, sizeof(ulong));
    }

    private void OnStack(in EtlRecord record, long ticks, int hook, int processor)
    {
        ReadOnlySpan<byte> payload = record.Payload;
        if (hook is KernelHook.StackBegins or KernelHook.StackEnds or KernelHook.StackLeft || payload.Length < StackHead)
            return;
        long of = BinaryPrimitives.ReadInt64LittleEndian(payload);
        int tid = BinaryPrimitives.ReadInt32LittleEndian(payload[12..]);
        if (hook == KernelHook.Stack)
        {
            _pending!.Attach(of, tid, processor, payload[StackHead..], record.PointerSize);
        }
        else if (payload.Length >= StackHead + record.PointerSize)
        {
            ulong key = StackKeys.Address(payload[StackHead..], record.PointerSize);
            // The same time as in the survey, where it has none of its own.
            if (_survey.Keys.TryFind(key, ticks, out ReadOnlySpan<ulong> stack))
                _pending!.Attach(of, tid, processor, MemoryMarshal.AsBytes(stack), sizeof(ulong));
            else
                Totals.UndefinedStacks++;
        }
    }

    // u16 instance, two bytes, u32 frames, addresses: the stack of the event before, of a runtime that Windows cannot walk (32 bit).
    private void OnRuntimeStack(in EtlRecord record)
    {
        ReadOnlySpan<byte> payload = record.Payload;
        if (payload.Length < RuntimeStackHead)
            return;
        ReadOnlySpan<byte> told = payload[RuntimeStackHead..];
        long bytes = Math.Min(told.Length, (long)BinaryPrimitives.ReadUInt32LittleEndian(payload[4..]) * record.PointerSize);
        _pending!.AttachToLast(KnownProviders.Runtime, record.Tid, told[..(int)bytes], record.PointerSize);
    }

    // The stack, or its halves of the kernel and of the program. One that ends the stack of an event before goes to that one.
    private ReadOnlySpan<byte> StackOf(ReadOnlySpan<byte> items, ref EtlEvent of, ref int pointerSize, ref ReadOnlySpan<byte> other,
        ref int otherSize)
    {
        ReadOnlySpan<byte> stack = default;
        foreach (EtlItems item in new EtlItems(items))
        {
            if (item.Kind == EtlItems.RelatedActivity && item.Content.Length >= 16)
                of = of with { Related = MemoryMarshal.Read<Guid>(item.Content) };
            if (item.Kind is EtlItems.Counters or EtlItems.OwnSample)
                Totals.WithCounters++;
            if (!item.IsStack)
                continue;
            ReadOnlySpan<byte> addresses = item.Addresses;
            int size = item.PointerSize;
            if (item.IsKey && !TryResolve(ref addresses, ref size, of.Ticks))
                continue;
            if (item.Match != 0 && _pending is not null && _matches.Join(item.Match, of.Thread, of.Ticks, of.Processor) is var (ticks, processor))
                _pending.Attach(ticks, of.Thread, processor, addresses, size);
            else if (stack.IsEmpty)
            {
                stack = addresses;
                pointerSize = size;
            }
            else
            {
                other = addresses;
                otherSize = size;
            }
        }

        return stack;
    }

    private bool TryResolve(ref ReadOnlySpan<byte> key, ref int pointerSize, long ticks)
    {
        if (key.Length < pointerSize)
            return false;
        if (!_survey.Keys.TryFind(StackKeys.Address(key, pointerSize), ticks, out ReadOnlySpan<ulong> stack))
        {
            Totals.UndefinedStacks++;
            return false;
        }

        key = MemoryMarshal.AsBytes(stack);
        pointerSize = sizeof(ulong);
        return true;
    }

    private void Hand(in EtlEvent one, ReadOnlySpan<byte> payload, ReadOnlySpan<byte> kernel, ReadOnlySpan<byte> user, int pointerSize)
    {
        EventHeader header = new()
        {
            ThreadId = (ulong)one.Thread,
            CaptureThreadId = (ulong)one.Thread,
            ProcessId = (uint)one.Pid,
            Processor = (uint)one.Processor,
            Ticks = Math.Max(one.Ticks, _startTicks),
            ActivityId = one.Activity,
            RelatedActivityId = one.Related,
            PayloadBytes = (uint)payload.Length,
        };
        StackAddresses stack = user.IsEmpty ? new StackAddresses(kernel, sizeof(ulong))
            : kernel.IsEmpty ? new StackAddresses(user, pointerSize) : Joined(kernel, user, pointerSize);
        _sink!.OnEvent(new NetTraceEvent(one.PointerSize == 4 ? _narrow : _wide, one.Kind, in header, payload, _tables, stack));
    }

    private StackAddresses Joined(ReadOnlySpan<byte> kernel, ReadOnlySpan<byte> user, int pointerSize)
    {
        StackAddresses outer = new(user, pointerSize);
        int inner = kernel.Length / sizeof(ulong), count = inner + outer.Depth;
        if (_addresses.Length < count)
            _addresses = new ulong[count];
        MemoryMarshal.Cast<byte, ulong>(kernel).CopyTo(_addresses);
        outer.CopyTo(_addresses.AsSpan(inner));
        return new StackAddresses(MemoryMarshal.AsBytes(_addresses.AsSpan(0, count)), sizeof(ulong));
    }
}
