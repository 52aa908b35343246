using System.Globalization;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Lines of the records that <see cref="RecordLines"/> gives no fields of, because perf's reader shows none.</summary>
internal sealed class AllRecords : IPerfDataSink
{
    public List<string> Lines { get; } = [];

    public void OnSample(in PerfSample sample)
    {
    }

    public void OnRecord(in PerfRecord record)
    {
        string? fields = record.Type switch
        {
            PerfRecordType.Throttle or PerfRecordType.Unthrottle => Throttle(new ThrottleRecord(record)),
            PerfRecordType.TextPoke => Poke(new TextPokeRecord(record)),
            PerfRecordType.Aux => Aux(new AuxRecord(record)),
            PerfRecordType.InstructionTraceStart => $"{new InstructionTraceRecord(record).Pid} {new InstructionTraceRecord(record).Tid}",
            PerfRecordType.AuxOutputHardwareId => $"{new AuxHardwareIdRecord(record).HardwareId}",
            PerfRecordType.DeferredCallchain => Chain(new DeferredCallchainRecord(record)),
            PerfRecordType.Read => $"{new CounterReadRecord(record).Pid} {new CounterReadRecord(record).Tid} {new CounterReadRecord(record).Values[0]}",
            _ => null,
        };
        if (fields is not null)
            Lines.Add($"{record.Type} {fields}");
    }

    private static string Throttle(ThrottleRecord at) => $"{at.TimeNs} {at.SourceId} {at.StreamId}";

    private static string Poke(TextPokeRecord at) => string.Create(CultureInfo.InvariantCulture, $"{at.Address} {at.Old[0]} {at.New[0]}{at.New[1]}");

    private static string Aux(AuxRecord at) => $"{at.Offset} {at.SizeBytes} {at.Flags}";

    private static string Chain(DeferredCallchainRecord at) => string.Create(CultureInfo.InvariantCulture, $"{at.Cookie} {at.Callchain[0]:x} {at.Callchain[1]:x}");
}
