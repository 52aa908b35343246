using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>Whether a record is long enough for what its kind has, so that the types beside this one need not look.</summary>
internal static class RecordLengths
{
    public static bool IsWhole(PerfRecordType type, ReadOnlySpan<byte> body) => body.Length >= Least(type) && type switch
    {
        PerfRecordType.Namespaces => Holds(body, 16),
        PerfRecordType.DeferredCallchain => Holds(body, sizeof(ulong)),
        PerfRecordType.TextPoke => body.Length - 12 >= RecordFields.U16(body, 8) + RecordFields.U16(body, 10),
        _ => true,
    };

    private static int Least(PerfRecordType type) => type switch
    {
        PerfRecordType.Mmap => 32,
        PerfRecordType.Mmap2 => 64,
        PerfRecordType.Lost or PerfRecordType.KernelSymbol or PerfRecordType.Bpf or PerfRecordType.Namespaces or PerfRecordType.DeferredCallchain => 16,
        PerfRecordType.Comm or PerfRecordType.LostSamples or PerfRecordType.SwitchCpuWide or PerfRecordType.Cgroup or PerfRecordType.Read
            or PerfRecordType.InstructionTraceStart or PerfRecordType.AuxOutputHardwareId => 8,
        PerfRecordType.Exit or PerfRecordType.Fork or PerfRecordType.Throttle or PerfRecordType.Unthrottle or PerfRecordType.Aux => 24,
        PerfRecordType.TextPoke => 12,
        _ => 0,
    };

    // A count stands at byte 8, its elements follow.
    private static bool Holds(ReadOnlySpan<byte> body, int elementBytes) => RecordFields.U64(body, 8) <= (ulong)((body.Length - 16) / elementBytes);
}
