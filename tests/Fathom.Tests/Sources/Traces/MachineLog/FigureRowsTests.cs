using Fathom.Model.Machine;
using Fathom.Sources.Traces.MachineLog;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.MachineLog;

/// <summary>Rows of figures from logs that a recorder wrote, and from logs that none would write.</summary>
public sealed class FigureRowsTests : IDisposable
{
    private const string Head = "{\"machine_log\":1,\"ts\":1}\n";
    private const string Counter = "{\"series\":1,\"topic\":\"disk\",\"item\":\"sda\",\"name\":\"reads\",\"kind\":\"counter\",\"ts\":10}\n";
    private const string Level = "{\"series\":2,\"topic\":\"memory\",\"name\":\"free_bytes\",\"kind\":\"level\",\"ts\":10}\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    // What did not change is not in the line.
    [InlineData(Counter + "{\"values\":[[1,5]],\"ts\":10}\n{\"values\":[[1,8]],\"ts\":20}\n{\"values\":[],\"ts\":25}\n", "reads 10+10=3 reads 15+5=0", 0)]
    [InlineData(Level + "{\"values\":[[2,5]],\"ts\":10}\n{\"values\":[],\"ts\":20}\n", "free_bytes 0=5 free_bytes 10=5", 0)]
    // A gap ends a counter, and what comes behind it begins anew.
    [InlineData(Counter + "{\"values\":[[1,5]],\"ts\":10}\n{\"values\":[[1,null]],\"ts\":20}\n{\"values\":[[1,9]],\"ts\":30}\n{\"values\":[[1,10]],\"ts\":40}\n", "reads 10=? reads 30+10=1", 0)]
    [InlineData(Level + "{\"values\":[[2,5]],\"ts\":10}\n{\"values\":[[2,null]],\"ts\":20}\n{\"values\":[],\"ts\":30}\n", "free_bytes 0=5 free_bytes 10=?", 0)]
    // A counter that is smaller was set back; time that stands or goes back has no increase.
    [InlineData(Counter + "{\"values\":[[1,5]],\"ts\":10}\n{\"values\":[[1,2]],\"ts\":20}\n{\"values\":[[1,3]],\"ts\":30}\n", "reads 10=? reads 20+10=1", 0)]
    [InlineData(Counter + "{\"values\":[[1,5]],\"ts\":10}\n{\"values\":[[1,6]],\"ts\":10}\n{\"values\":[[1,7]],\"ts\":5}\n", "reads 0=? reads -5=?", 0)]
    [InlineData(Counter + "{\"values\":[[1,0]],\"ts\":10}\n{\"values\":[[1,9223372036854775807]],\"ts\":20}\n", "reads 10+10=9223372036854775807", 0)]
    // Unknown figures, ones that are named twice, and kinds that nobody knows.
    [InlineData(Counter + Counter + "{\"values\":[[1,5],[7,1]],\"ts\":10}\n{\"values\":[[1,6]],\"ts\":20}\n", "reads 10+10=1", 2)]
    [InlineData("{\"series\":1,\"topic\":\"a\",\"name\":\"b\",\"kind\":\"c\",\"ts\":10}\n{\"values\":[],\"ts\":10}\n", "", 1)]
    public void A_log_becomes_rows(string log, string rows, int strange)
    {
        string path = _folder.File("machine.log");
        File.WriteAllText(path, $"{Head}{log}{{\"end\":true,\"ts\":99}}\n");
        CollectingSink sink = new();
        new MachineLogExtractor(path).Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);

        Assert.Equal(rows, string.Join(' ', sink.Rows<MachineSampleRow>().Select(row => Told(sink, row))));
        Assert.Equal(strange, sink.Losses.Where(loss => sink.Text(loss.Scope) == "lines of the log").Sum(static loss => (int)loss.Count));
    }

    private static string Told(CollectingSink sink, MachineSampleRow row) =>
        FormattableString.Invariant($"{sink.Text(row.Fact)} {row.TsNs}{(row.SpanNs is { } span ? $"+{span}" : "")}={(row.Value is { } value ? $"{value}" : "?")}");
}
