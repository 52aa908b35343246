using System.Globalization;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>All records of Windows traces beside a count that another small reader made.</summary>
public sealed class EtlCountTests
{
    public static TheoryData<string> Files => [.. EtlFiles.WithCounts];

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Records_of_each_kind_are_as_many_as_another_reader_counts(string file)
    {
        byte[] content = EtlFiles.Read(file);
        Dictionary<(string, string), int> found = [];
        EtlFile trace = new(new EtlPart(
            (offset, buffer) =>
            {
                int count = Math.Min(buffer.Length, content.Length - (int)offset);
                content.AsSpan((int)offset, count).CopyTo(buffer);
                return count;
            },
            content.Length,
            file));
        trace.Survey(
            (in EtlRecord record, long _, int _) =>
            {
                string kind = record.Kind switch
                {
                    EtlRecordKind.Kernel => string.Create(CultureInfo.InvariantCulture, $"kernel {record.Hook >> 8}/{record.Opcode}"),
                    EtlRecordKind.Classic => $"classic {record.Provider}/{record.Opcode}",
                    _ => $"event {record.Provider}/{record.Id}",
                };
                (string, string) key = (kind, record.Version.ToString(CultureInfo.InvariantCulture));
                found[key] = found.GetValueOrDefault(key) + 1;
            },
            CancellationToken.None);

        int lines = 0, records = 0;
        foreach (string line in File.ReadLines(EtlFiles.PathOf(file) + ".counts.txt"))
        {
            if (line.Split('\t') is not [("kernel" or "classic" or "event") and var kind, var name, var version, var count, ..])
                continue;
            string key = kind == "kernel" ? Decimal(name) : name;
            Assert.Equal((line, int.Parse(count, CultureInfo.InvariantCulture)), (line, found.GetValueOrDefault(($"{kind} {key}",
                version))));
            lines++;
            records += int.Parse(count, CultureInfo.InvariantCulture);
        }

        Assert.True(lines > 1);
        Assert.Equal((records, 0L, 0L), (found.Values.Sum(), trace.Totals.DamagedBuffers, trace.Totals.BytesBehind));
        Assert.Contains($"buffers {trace.Totals.Buffers}, compressed {trace.Totals.Compressed},",
            File.ReadAllText(EtlFiles.PathOf(file) + ".counts.txt"), StringComparison.Ordinal);
    }

    private static string Decimal(string name) => string.Join('/', name.Split('/').Select(static part => int.Parse(part,
        CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture)));
}
