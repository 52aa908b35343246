using System.Text;
using Fathom.Tests.Formats.NetTrace;

namespace Fathom.Tests.Sources.Traces.Universal;

/// <summary>Writes small streams as a machine-wide recorder does, by the published description of its events.</summary>
internal sealed class MachineTraceBytes
{
    public const ulong Page = 0x7F00_0000_0000;

    private const int Existing = 1;
    private const int Create = 2;
    private const int Exit = 3;
    private const int Mapping = 4;
    private const int Facts = 5;
    private const int Symbol = 6;
    private const int Cpu = 7;
    private const int Switch = 8;

    private static readonly byte[] s_number = [21];
    private static readonly byte[] s_text = [19, 23];
    private readonly NumberedTraceBytes _bytes;
    private readonly Dictionary<(int Pid, int Tid), int> _threads = [];
    private readonly List<ulong[]> _stacks = [];
    private readonly List<(long Ticks, int Kind, int Thread, int Stack, byte[] Payload)> _events = [];

    public MachineTraceBytes(params (string Key, string Value)[] values)
    {
        _bytes = new NumberedTraceBytes(values)
            .Kind(Existing, "Universal.System", 0, "ExistingProcess", ("NamespaceId", s_number), ("Name", s_text), ("NamespaceName", s_text))
            .Kind(Create, "Universal.System", 1, "ProcessCreate", ("NamespaceId", s_number), ("Name", s_text), ("NamespaceName", s_text))
            .Kind(Exit, "Universal.System", 2, "ProcessExit")
            .Kind(
                Mapping, "Universal.System", 3, "ProcessMapping",
                ("Id", s_number), ("StartAddress", s_number), ("EndAddress", s_number), ("FileOffset", s_number), ("FileName", s_text), ("MetadataId", s_number))
            .Kind(Facts, "Universal.System", 5, "ProcessMappingMetadata", ("Id", s_number), ("SymbolMetadata", s_text), ("VersionMetadata", s_text))
            .Kind(
                Symbol, "Universal.System", 4, "ProcessSymbol",
                ("Id", s_number), ("MappingId", s_number), ("StartAddress", s_number), ("EndAddress", s_number), ("Name", s_text))
            .Kind(Cpu, "Universal.Events", 1, "cpu", ("Value", s_number))
            .Kind(Switch, "Universal.Events", 2, "cswitch", ("Value", s_number));
    }

    /// <summary>A stream with all of its events.</summary>
    public static byte[] Small()
    {
        MachineTraceBytes trace = new MachineTraceBytes(("ExpectedCPUSamplingRate", "1000000")).Process(7, "shop").Begin(9, "bank", 1_500)
            .Describe(7, 1, """{"type": "ELF","build_id": "0011"}""").Map(7, 1, Page, Page + 0xFFFF, "/a.so", facts: 1).Map(9, 2, Page, Page + 0xFFFF, "/b.so", ticks: 1_600)
            .Map(7, 3, Page + 0x1000, Page + 0x1FFF, "/memfd:doublemapper", ticks: 2_000);
        for (int i = 0; i < 40; i++)
        {
            ulong at = Page + (ulong)(100 * i);
            trace.Name(i % 3 == 1 ? 9 : 7, 1 + (ulong)(i % 3), at, at + 150, $"F{i}").Sample(7 + (2 * (i % 2)), 7 + (i % 4), 2_000 + (50 * i), [at + 40, Page])
                .Switched(7, 7, 2_010 + (50 * i), 30, [Page + (ulong)i]);
        }

        return trace.End(9, 6_000).Bytes();
    }

    /// <summary>A process of before the trace.</summary>
    public MachineTraceBytes Process(int pid, string name, long ticks = 1_001) => Add(ticks, Existing, pid, 0, 0, Named(pid, name));

    /// <summary>A process that began.</summary>
    public MachineTraceBytes Begin(int pid, string name, long ticks) => Add(ticks, Create, pid, 0, 0, Named(pid, name));

    /// <summary>A process that ended.</summary>
    public MachineTraceBytes End(int pid, long ticks) => Add(ticks, Exit, pid, 0, 0, []);

    public MachineTraceBytes Map(int pid, ulong id, ulong start, ulong end, string path, ulong offset = 0, ulong facts = 0, long ticks = 1_002) =>
        Add(ticks, Mapping, pid, 0, 0, NumberedTraceBytes.Bytes(w => { Numbers(w, id, start, end, offset); Text(w, path); Numbers(w, facts); }));

    public MachineTraceBytes Describe(int pid, ulong id, string json, long ticks = 1_001) =>
        Add(ticks, Facts, pid, 0, 0, NumberedTraceBytes.Bytes(w => { Numbers(w, id); Text(w, json); Text(w, "{}"); }));

    public MachineTraceBytes Name(int pid, ulong mapping, ulong start, ulong end, string name, long ticks = 1_003) =>
        Add(ticks, Symbol, pid, 0, 0, NumberedTraceBytes.Bytes(w => { Numbers(w, (ulong)_events.Count, mapping, start, end); Text(w, name); }));

    public MachineTraceBytes Sample(int pid, int tid, long ticks, ulong[] stack, ulong value = 1) =>
        Add(ticks, Cpu, pid, tid, Stack(stack), NumberedTraceBytes.Bytes(w => Numbers(w, value)));

    public MachineTraceBytes Switched(int pid, int tid, long ticks, ulong without, ulong[] stack) =>
        Add(ticks, Switch, pid, tid, Stack(stack), NumberedTraceBytes.Bytes(w => Numbers(w, without)));

    /// <summary>The file.</summary>
    public byte[] Bytes()
    {
        _bytes.Stacks(1, [.. _stacks]);
        foreach (((int pid, int tid), int number) in _threads)
            _bytes.Thread(number, pid, tid);
        int[] counts = new int[_threads.Count + 1];
        IEnumerable<byte[]> events = _events.OrderBy(static one => one.Ticks)
            .Select(one => NumberedTraceBytes.PlainEvent(one.Kind, ++counts[one.Thread], one.Thread, one.Stack, one.Ticks, 0, one.Payload));
        return _bytes.PlainEvents([.. events]).End();
    }

    private static byte[] Named(int pid, string name) => NumberedTraceBytes.Bytes(w => { Numbers(w, (ulong)pid); Text(w, name); Text(w, "Unknown"); });

    private static void Numbers(BinaryWriter writer, params ulong[] numbers)
    {
        foreach (ulong number in numbers)
            writer.Write7BitEncodedInt64((long)number);
    }

    private static void Text(BinaryWriter writer, string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        writer.Write((ushort)bytes.Length);
        writer.Write(bytes);
    }

    private MachineTraceBytes Add(long ticks, int kind, int pid, int tid, int stack, byte[] payload)
    {
        if (!_threads.TryGetValue((pid, tid), out int thread))
            _threads.Add((pid, tid), thread = _threads.Count + 1);
        _events.Add((ticks, kind, thread, stack, payload));
        return this;
    }

    private int Stack(ulong[] stack)
    {
        _stacks.Add(stack);
        return _stacks.Count;
    }
}
