using System.Globalization;
using System.Text;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>One line for each record, in the words of <c>perf script -D</c>, so that they can be compared.</summary>
internal sealed class RecordLines : IPerfDataSink
{
    private readonly Dictionary<TraceFormat, object?> _bound = [];

    public List<string> Lines { get; } = [];

    /// <summary>Reads a recording.</summary>
    public static (List<string> Lines, PerfDataReader Reader) Read(byte[] content, PerfDataOptions? options = null)
    {
        PerfDataReader reader = new(new MemoryStream(content, writable: false), "test.data", options);
        RecordLines lines = new();
        reader.Read(lines, CancellationToken.None);
        return (lines.Lines, reader);
    }

    public void OnSample(in PerfSample sample)
    {
        StringBuilder line = new();
        line.Append(
            CultureInfo.InvariantCulture,
            $"{Cpu(sample.Cpu)}{sample.TimeNs} SAMPLE {sample.CpuMode} {sample.Pid}/{sample.Tid}: {Hex(sample.Ip)} period: {sample.Period} addr: {sample.Address:x}");
        PerfSampleFields fields = sample.Event.Attributes.SampleFields;
        if ((fields & PerfSampleFields.Callchain) != 0)
            line.Append(" chain");
        foreach (ulong address in sample.Callchain)
            line.Append(CultureInfo.InvariantCulture, $" {address:x}");
        if (sample.UserRegistersAbi != 0)
            Registers(line, " user regs", sample.UserRegisters);
        if (sample.InterruptRegistersAbi != 0)
            Registers(line, " intr regs", sample.InterruptRegisters);
        if ((fields & PerfSampleFields.UserStack) != 0)
            line.Append(CultureInfo.InvariantCulture, $" ustack {sample.UserStack.Length}");
        if ((fields & (PerfSampleFields.Weight | PerfSampleFields.WeightParts)) != 0)
            line.Append(CultureInfo.InvariantCulture, $" weight {((fields & PerfSampleFields.Weight) != 0 ? sample.Weight : (uint)sample.Weight)}");
        if ((fields & PerfSampleFields.DataSource) != 0)
            line.Append(CultureInfo.InvariantCulture, $" data_src 0x{sample.DataSource:x}");
        if ((fields & PerfSampleFields.PhysicalAddress) != 0)
            line.Append(CultureInfo.InvariantCulture, $" phys_addr 0x{sample.PhysicalAddress:x}");
        if ((fields & PerfSampleFields.DataPageSize) != 0)
            line.Append(CultureInfo.InvariantCulture, $" data page size {PageSize(sample.DataPageSizeBytes)}");
        if ((fields & PerfSampleFields.CodePageSize) != 0)
            line.Append(CultureInfo.InvariantCulture, $" code page size {PageSize(sample.CodePageSizeBytes)}");
        line.Append(CultureInfo.InvariantCulture, $" | {sample.Event.Name}:{Fields(sample)}");
        Lines.Add(line.ToString());
    }

    public void OnRecord(in PerfRecord record)
    {
        string what = record.Type switch
        {
            PerfRecordType.Comm => Comm(new CommRecord(record)),
            PerfRecordType.Fork => Task("FORK", new TaskRecord(record)),
            PerfRecordType.Exit => Task("EXIT", new TaskRecord(record)),
            PerfRecordType.Mmap or PerfRecordType.Mmap2 => Mapping(record.Type, new MappingRecord(record)),
            PerfRecordType.Switch => $"SWITCH {Direction(new SwitchRecord(record))}",
            PerfRecordType.SwitchCpuWide => SwitchWide(new SwitchRecord(record)),
            PerfRecordType.Lost => $"LOST {new LostRecord(record).Count}",
            PerfRecordType.LostSamples => $"LOST_SAMPLES {new LostRecord(record).Count}",
            PerfRecordType.KernelSymbol => Symbol(new KernelSymbolRecord(record)),
            PerfRecordType.Bpf => Bpf(new BpfRecord(record)),
            PerfRecordType.Cgroup => $"CGROUP cgroup: {new CgroupRecord(record).Id} {Text(new CgroupRecord(record).Path)}",
            PerfRecordType.Namespaces => Namespaces(new NamespacesRecord(record)),
            _ => record.Type.ToString(),
        };
        Lines.Add(string.Create(CultureInfo.InvariantCulture, $"{Cpu(record.Cpu)}{record.TimeNs} {what}"));
    }

    private static string PageSize(ulong bytes) => bytes switch
    {
        0 => "N/A",
        < 1 << 20 => string.Create(CultureInfo.InvariantCulture, $"{bytes >> 10}K"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{bytes >> 20}M"),
    };

    // perf writes the processor before the time where the record has it.
    private static string Cpu(int cpu) => cpu < 0 ? "" : $"{cpu} ";

    private static void Registers(StringBuilder line, string what, ReadOnlySpan<ulong> values)
    {
        line.Append(what);
        foreach (ulong value in values)
            line.Append(CultureInfo.InvariantCulture, $" 0x{value:x}");
    }

    private static string Comm(CommRecord comm) => $"COMM{(comm.IsExec ? " exec" : "")}: {Text(comm.Name)}:{comm.Pid}/{comm.Tid}";

    private static string Task(string what, TaskRecord task) => $"{what}({task.Pid}:{task.Tid}):({task.ParentPid}:{task.ParentTid})";

    private static string Direction(SwitchRecord at) => at.IsOut ? $"OUT{(at.IsPreempted ? " preempt" : "")}" : "IN";

    private static string SwitchWide(SwitchRecord at) => $"SWITCH_CPU_WIDE {Direction(at)} {(at.IsOut ? "next" : "prev")} pid/tid: {at.OtherPid}/{at.OtherTid}";

    private static string Mapping(PerfRecordType type, MappingRecord at)
    {
        string head = string.Create(CultureInfo.InvariantCulture, $"{type.ToString().ToUpperInvariant()} {at.Pid}/{at.Tid}: [0x{at.Address:x}(0x{at.SizeBytes:x}) @ {Hex(at.FileOffset)}");
        if (type == PerfRecordType.Mmap)
            return $"{head}]: {(at.IsData ? 'r' : 'x')} {Text(at.Path)}";
        string file = at.BuildId.IsEmpty
            ? string.Create(CultureInfo.InvariantCulture, $"{at.Device >> 32:x2}:{at.Device & 0xffffffff:x2} {at.Inode} {at.InodeGeneration}")
            : $"<{Convert.ToHexStringLower(at.BuildId)}>";
        string protection = $"{((at.Protection & 1) != 0 ? 'r' : '-')}{((at.Protection & 2) != 0 ? 'w' : '-')}{((at.Protection & 4) != 0 ? 'x' : '-')}{((at.Flags & 1) != 0 ? 's' : 'p')}";
        return $"{head} {file}]: {protection} {Text(at.Path)}";
    }

    // As printf does it with %#x.
    private static string Hex(ulong value) => value == 0 ? "0" : string.Create(CultureInfo.InvariantCulture, $"0x{value:x}");

    private static string Symbol(KernelSymbolRecord at) =>
        string.Create(CultureInfo.InvariantCulture, $"KSYMBOL addr {at.Address:x} len {at.SizeBytes} type {at.Kind} flags 0x{(at.IsRemoved ? 1 : 0):x} name {Text(at.Name)}");

    private static string Bpf(BpfRecord at) => string.Create(CultureInfo.InvariantCulture, $"BPF_EVENT type {(at.IsRemoved ? 2 : 1)}, flags 0, id {at.ProgramId}");

    private static string Namespaces(NamespacesRecord at)
    {
        StringBuilder line = new();
        line.Append(CultureInfo.InvariantCulture, $"NAMESPACES {at.Pid}/{at.Tid} {at.Links.Length}:");
        foreach (PerfNamespace link in at.Links)
            line.Append(CultureInfo.InvariantCulture, $" {link.Device}/0x{link.Inode:x}");
        return line.ToString();
    }

    private string Fields(in PerfSample sample)
    {
        if (sample.Event.Format is not { } format)
            return "";
        if (!_bound.TryGetValue(format, out object? bound))
            _bound[format] = bound = (object?)SchedSwitchFields.Bind(format) ?? (object?)SyscallEnterFields.Bind(format) ?? SchedWakingFields.Bind(format);
        return bound switch
        {
            SchedSwitchFields fields when fields.TryRead(sample.Raw, out SchedSwitch at) => " " + Switch(at),
            SchedWakingFields fields when fields.TryRead(sample.Raw, out SchedWaking at) =>
                string.Create(CultureInfo.InvariantCulture, $" comm={Text(at.Name)} pid={at.Tid} prio={at.Priority} target_cpu={at.TargetCpu:000}"),
            SyscallEnterFields fields when fields.TryNumber(sample.Raw, out long number) => Call(fields, number, sample.Raw),
            _ => "",
        };
    }

    private static string Switch(SchedSwitch at) => string.Create(
        CultureInfo.InvariantCulture,
        $"prev_comm={Text(at.PreviousName)} prev_pid={at.PreviousTid} prev_prio={at.PreviousPriority} "
        + $"prev_state={State(at.PreviousState)}{(at.IsPreempted ? "+" : "")} ==> "
        + $"next_comm={Text(at.NextName)} next_pid={at.NextTid} next_prio={at.NextPriority}");

    private static string State(int state) => state == 0 ? "R" : string.Join('|', "SDTtXZPI".Where((_, bit) => (state & (1 << bit)) != 0));

    private static string Call(SyscallEnterFields fields, long number, ReadOnlySpan<byte> raw)
    {
        StringBuilder line = new();
        line.Append(CultureInfo.InvariantCulture, $" NR {number} (");
        for (int i = 0; i < fields.ArgumentCount; i++)
            line.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? "" : ", ")}{(fields.TryArgument(raw, i, out long value) ? value : -1):x}");
        return line.Append(')').ToString();
    }

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes);
}
