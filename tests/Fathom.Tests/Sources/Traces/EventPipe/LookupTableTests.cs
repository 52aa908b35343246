using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.NETCore.Client;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>Lookups of names that this program makes, beside what it measured of them.</summary>
public sealed class LookupTableTests
{
    private const int Asked = 5;

    // A label of a name has 63 characters at most, so no server is asked.
    private static readonly string s_impossible = new string('a', 64) + ".invalid";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Lookups_are_those_that_the_program_made(bool hasActivities)
    {
        List<(string Name, bool Failed, long Ns)> made = [];
        byte[] content = await RecordAsync(hasActivities, made);
        using TestFolder folder = new();
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, content);
        CollectingSink sink = new();

        new NetTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);

        DnsLookupRow[] rows = [.. sink.Rows<DnsLookupRow>().Where(row => sink.Text(row.Name) is { } name && made.Any(one => one.Name == name))
            .OrderBy(static row => row.StartNs)];
        Assert.Equal(made.Select(static one => (one.Name, one.Failed, one.Failed ? "failed" : "success", "dotnet")),
            rows.Select(row => (sink.Text(row.Name)!, row.Failed, sink.Text(row.Status)!, sink.Text(row.Source)!)));
        // It takes no longer than the call, and is within it.
        Assert.All(made.Zip(rows), static pair => Assert.InRange(pair.Second.DurationNs!.Value, 1, pair.First.Ns));
        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.StartsWith("System.Net.NameResolution/Resolution", StringComparison.Ordinal)
            && made.Any(one => sink.Text(row.Fields)!.Contains(one.Name, StringComparison.Ordinal)));
    }

    private static async Task<byte[]> RecordAsync(bool hasActivities, List<(string Name, bool Failed, long Ns)> made)
    {
        EventPipeProvider[] providers =
        [
            new("System.Net.NameResolution", System.Diagnostics.Tracing.EventLevel.Informational),
            .. hasActivities
                ? [new EventPipeProvider("System.Threading.Tasks.TplEventSource", System.Diagnostics.Tracing.EventLevel.Informational, 0x80)]
                : Array.Empty<EventPipeProvider>(),
        ];
        using EventPipeSession session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(providers, requestRundown: false, 64);
        using MemoryStream content = new();
        Task copy = session.EventStream.CopyToAsync(content, TestContext.Current.CancellationToken);
        for (int i = 0; i < Asked; i++)
        {
            foreach (string name in (string[])[$"127.0.0.{i + 1}", s_impossible])
            {
                long begin = Stopwatch.GetTimestamp();
                bool failed = false;
                try
                {
                    // Of an address it asks for the name.
                    if (IPAddress.TryParse(name, out IPAddress? address))
                        Dns.GetHostEntry(address);
                    else
                        Dns.GetHostAddresses(name);
                }
                catch (Exception one) when (one is SocketException or ArgumentException)
                {
                    failed = true;
                }

                made.Add((name, failed, (long)Stopwatch.GetElapsedTime(begin).TotalNanoseconds));
            }
        }

        await session.StopAsync(TestContext.Current.CancellationToken);
        await copy;
        return content.ToArray();
    }
}
