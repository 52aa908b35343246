using System.Globalization;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>All records of files of which nobody tells a count, beside what goes through their bytes with no reader of Fathom.</summary>
public sealed class EtlScanTests
{
    public static TheoryData<string, int> Files => new()
    {
        { "perfview/SelfDescribingSingleEvent.etl", 23 },
        { "tx/HTTP_Server.etl", 2042 },
        { "tx/KernelNetwork.etl", 8924 },
        { "tx/WsRm01.etl", 71 },
    };

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Records_of_each_kind_and_processor_are_as_many_as_their_bytes_tell(string file, int records)
    {
        byte[] content = EtlFiles.Read(file);
        Dictionary<(string, int, int), int> told = EtlScan.Count(content), found = [];
        EtlFile trace = new(new EtlPart(
            (offset, buffer) =>
            {
                int count = Math.Min(buffer.Length, content.Length - (int)offset);
                content.AsSpan((int)offset, count).CopyTo(buffer);
                return count;
            },
            content.Length,
            file));
        trace.Survey(static (in EtlRecord _, long _, int _) => { }, CancellationToken.None);
        trace.Read(
            (in EtlRecord record, long _, int processor) =>
            {
                string kind = record.Kind switch
                {
                    EtlRecordKind.Kernel => string.Create(CultureInfo.InvariantCulture, $"kernel {record.Hook >> 8}/{record.Opcode}"),
                    EtlRecordKind.Classic => $"class {record.Provider}/{record.Opcode}",
                    EtlRecordKind.Event => $"event {record.Provider}/{record.Id}",
                    _ => $"kind {record.Marker}",
                };
                (string, int, int) key = (kind, record.Version, processor);
                found[key] = found.GetValueOrDefault(key) + 1;
            },
            CancellationToken.None);

        Assert.Equal(told.OrderBy(static one => one.Key.ToString(), StringComparer.Ordinal),
            found.OrderBy(static one => one.Key.ToString(), StringComparer.Ordinal));
        // Where the folder of recordings says how many there are, and for Kernel-Network how many of each number.
        Assert.Equal((records, EtlScan.Buffers(content).Count()), (found.Values.Sum(), trace.Totals.Buffers));
    }
}
