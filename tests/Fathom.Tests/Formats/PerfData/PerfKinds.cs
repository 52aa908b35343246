using Fathom.Formats.PerfData.Records;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Kinds of record by the names that <c>perf report --stats</c> gives them.</summary>
internal static class PerfKinds
{
    public static PerfRecordType Of(string name) => name switch
    {
        "KSYMBOL" => PerfRecordType.KernelSymbol,
        "BPF_EVENT" => PerfRecordType.Bpf,
        "LOST_SAMPLES" => PerfRecordType.LostSamples,
        "SWITCH_CPU_WIDE" => PerfRecordType.SwitchCpuWide,
        "FINISHED_ROUND" => PerfRecordType.FinishedRound,
        "FINISHED_INIT" => PerfRecordType.FinishedInit,
        "ID_INDEX" => PerfRecordType.IdIndex,
        "THREAD_MAP" => PerfRecordType.ThreadMap,
        "CPU_MAP" => PerfRecordType.CpuMap,
        "EVENT_UPDATE" => PerfRecordType.EventUpdate,
        "TIME_CONV" => PerfRecordType.TimeConversion,
        "TEXT_POKE" => PerfRecordType.TextPoke,
        _ => Enum.Parse<PerfRecordType>(name, ignoreCase: true),
    };
}
