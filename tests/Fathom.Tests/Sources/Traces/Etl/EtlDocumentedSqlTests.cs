using System.Text;
using Fathom.Formats.Etl;
using Fathom.Model.Recording;
using Fathom.Model.Results;
using Fathom.Query.Foreign;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Rows;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>The queries that <c>docs/etl.md</c> gives for the tables of Windows that have no verb, as they stand there.</summary>
public sealed class EtlDocumentedSqlTests : IDisposable
{
    private const int Pid = 700;
    private const ulong Key = 0xFFFF_C000_0000_1000;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Queries_of_the_page_answer_as_it_says()
    {
        string[] queries = [.. Queries()];
        string trace = _folder.File("trace.etl"), recording = _folder.File("trace.fathom");
        File.WriteAllBytes(trace, Trace());
        using (RecordingWriter writer = RecordingWriter.Create(recording, new RecordingOptions("fathom extract")))
        {
            new EtlExtractor(trace, TraceOptions.Usual).Run(writer, new Progress<Progress>(), CancellationToken.None);
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(recording);
        string[] answers = [.. queries.Select(query => string.Join('\n', ForeignQuery.Run([reader], query, [], TestContext.Current.CancellationToken).Rows.Rows.Select(Line)))];

        Assert.Equal(
            ["shop|query value|HKLM\\SOFTWARE\\Shop|Color|1|10000", "shop|reserve and commit|2|12288\nshop|decommit|1|4096"],
            answers);
    }

    private static string Line(IReadOnlyList<Cell> row) => string.Join('|', row.Select(static cell => cell.ToString()));

    private static IEnumerable<string> Queries()
    {
        string[] parts = File.ReadAllText(Path.Combine(Repository.Root, "docs", "etl.md")).Split("```sql\n");
        return parts.Skip(1).Select(static part => part[..part.IndexOf("```", StringComparison.Ordinal)]);
    }

    private static byte[] Trace() => new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, 704)
        .Switch(0, 1_010_000, 704, 0, 0, 0)
        .PerfInfo(0, 1_040_000, KernelHook.KeyBegins, 2, [.. new byte[16], .. Address(Key), .. Text(@"\REGISTRY\MACHINE\SOFTWARE\Shop")])
        .PerfInfo(0, 1_041_100, KernelHook.KeyQueryValue, 2, [.. Long(1_041_000), .. U(0xC0000034), .. U(0), .. Address(Key), .. Text("Color")])
        .PerfInfo(0, 1_042_100, KernelHook.KeyQueryValue, 2, [.. Long(1_042_000), .. U(0), .. U(0), .. Address(Key), .. Text("Size")])
        .PerfInfo(0, 1_050_000, KernelHook.VirtualAlloc, 2, [.. Long(0x10_0000), .. Long(8192), .. U(Pid), .. U(0x3000)])
        .PerfInfo(0, 1_051_000, KernelHook.VirtualAlloc, 2, [.. Long(0x20_0000), .. Long(4096), .. U(Pid), .. U(0x3000)])
        .PerfInfo(0, 1_100_000, KernelHook.VirtualFree, 2, [.. Long(0x10_0000), .. Long(4096), .. U(Pid), .. U(0x4000)]).Build();

    private static byte[] Long(long number) => BitConverter.GetBytes(number);

    private static byte[] Address(ulong number) => BitConverter.GetBytes(number);

    private static byte[] U(uint number) => BitConverter.GetBytes(number);

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + '\0');
}
