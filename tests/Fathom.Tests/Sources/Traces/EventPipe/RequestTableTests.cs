using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>Requests of a live ASP.NET Core program that asks itself, beside the TraceEvent library.</summary>
public sealed class RequestTableTests
{
    private const string Server = "Microsoft.AspNetCore.Hosting";
    private const string Client = "System.Net.Http";

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Requests_are_those_that_TraceEvent_reads_on_both_sides()
    {
        byte[] content = await RecordAsync();
        (List<string> expected, int unmatched) = Expected(content);
        using TestFolder folder = new();
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, content);
        CollectingSink sink = new();

        new NetTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(expected, sink.Rows<RequestRow>().Select(row => string.Create(
            CultureInfo.InvariantCulture, $"{row.StartNs} +{row.DurationNs} {sink.Text(row.Side)} {sink.Text(row.Method)} {sink.Text(row.Url)} {row.Status}")).Order(StringComparer.Ordinal));
        RequestRow[] whole = [.. sink.Rows<RequestRow>().Where(static row => row.DurationNs is not null)];
        Assert.Equal(["client", "server"], whole.Select(row => sink.Text(row.Side)!).Distinct().Order(StringComparer.Ordinal));
        Assert.True(whole.Length > 100, $"{whole.Length} requests");
        Assert.All(whole, row => Assert.True(sink.Text(row.Url)!.Contains("/orders/", StringComparison.Ordinal) && !row.Failed && row.DurationNs > 0, row.ToString()));
        Assert.All(whole.Where(row => sink.Text(row.Side) == "client"), static row => Assert.Equal(200, row.Status));
        Assert.Equal(unmatched, sink.Rows<RuntimeEventRow>().Count(row => sink.Text(row.Event) is $"{Server}/RequestStop" or $"{Client}/RequestStop"));
    }

    private static async Task<byte[]> RecordAsync()
    {
        using SampleProcess sample = SampleProcess.Start("Web", "--clients", "2");
        EventPipeProvider[] providers =
        [
            new(Server, System.Diagnostics.Tracing.EventLevel.Informational),
            new(Client, System.Diagnostics.Tracing.EventLevel.Informational),
            new("System.Threading.Tasks.TplEventSource", System.Diagnostics.Tracing.EventLevel.Informational, 0x80),
        ];
        using EventPipeSession session = new DiagnosticsClient(sample.Pid).StartEventPipeSession(providers, requestRundown: false, 64);
        using MemoryStream content = new();
        Task copy = session.EventStream.CopyToAsync(content, TestContext.Current.CancellationToken);
        await Task.Delay(1500, TestContext.Current.CancellationToken);
        await session.StopAsync(TestContext.Current.CancellationToken);
        await copy;
        return content.ToArray();
    }

    private static (List<string> Rows, int Unmatched) Expected(byte[] content)
    {
        List<(long Ns, bool IsServer, bool IsStart, Guid Activity, string Text)> events = [];
        using EventPipeEventSource source = new(new MemoryStream(content));
        source.Dynamic.All += seen =>
        {
            bool isServer = seen.ProviderName == Server;
            string name = seen.EventName.Replace("/", "", StringComparison.Ordinal);
            if ((!isServer && seen.ProviderName != Client) || name is not ("RequestStart" or "RequestStop"))
                return;
            string text = (isServer, name) switch
            {
                (true, "RequestStart") => $"server {seen.PayloadByName("method")} {seen.PayloadByName("path")}",
                (false, "RequestStart") => $"client  {seen.PayloadByName("scheme")}://{seen.PayloadByName("host")}:{seen.PayloadByName("port")}{seen.PayloadByName("pathAndQuery")}",
                (false, _) => $"{seen.PayloadByName("statusCode")}",
                _ => "",
            };
            events.Add((TraceEventOracle.NsOf(seen), isServer, name == "RequestStart", seen.ActivityID, text));
        };
        source.Process();
        Dictionary<(bool, Guid), (long Ns, string Text)> open = [];
        List<string> rows = [];
        int unmatched = 0;
        foreach ((long ns, bool isServer, bool isStart, Guid activity, string text) in events.OrderBy(static one => one.Ns))
        {
            // Activities begin some requests after the session does.
            if (isStart && activity == Guid.Empty)
                rows.Add($"{ns} + {text} ");
            else if (isStart)
                open.Add((isServer, activity), (ns, text));
            else if (open.Remove((isServer, activity), out (long Ns, string Text) begun))
                rows.Add($"{begun.Ns} +{ns - begun.Ns} {begun.Text} {text}");
            else
                unmatched++;
        }

        rows.AddRange(open.Values.Select(static one => $"{one.Ns} + {one.Text} "));
        rows.Sort(StringComparer.Ordinal);
        return (rows, unmatched);
    }
}
