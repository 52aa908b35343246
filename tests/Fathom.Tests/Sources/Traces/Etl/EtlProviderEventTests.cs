using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Events of providers whose schemas are not in the file: real ones of Windows 7.</summary>
public sealed class EtlProviderEventTests
{
    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Every_event_of_the_network_has_fields_that_take_all_of_its_bytes()
    {
        // They are rows of a table of their own, so that they are read before.
        EtlTrace trace = EtlFiles.Open(EtlFiles.Read("tx/KernelNetwork.etl"));
        NetworkEvents read = new();
        trace.Read(read, CancellationToken.None);
        List<(string Name, JsonElement Fields)> events = read.All;

        Assert.Equal(575 + 7968 + 26 + 134 + 2 + 8 + 149 + 61, events.Count);
        Assert.All(events, static one => Assert.False(one.Fields.TryGetProperty("_hex", out _)));
        // 443 in the byte order of the network.
        Assert.Contains(events, static one => one.Name.EndsWith("TCPIP/Send", StringComparison.Ordinal) && one.Fields.GetProperty("PID").GetInt32() == 2716
            && one.Fields.GetProperty("size").GetInt32() == 77 && one.Fields.GetProperty("dport").GetInt32() == 0xBB01);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Requests_to_the_HTTP_service_have_verb_and_status()
    {
        List<(string Name, JsonElement Fields)> events = Events("tx/HTTP_Server.etl", "HTTP");

        Assert.Equal(291, events.Count(static one => one.Name == "HTTPRequestTraceTask/Parse"
            && one.Fields.GetProperty("HttpVerb").GetInt32() == 4));
        Assert.Equal(289, events.Count(static one => one.Name == "HTTPRequestTraceTask/FastSend" && one.Fields.GetProperty("HttpStatus").GetInt32() == 304));
        Assert.Equal(291, events.Count(static one => one.Name is "HTTPRequestTraceTask/RecvResp" or "HTTPRequestTraceTask/FastResp"
            && one.Fields.GetProperty("Verb").GetString() == "GET"));
        Assert.All(events.Where(static one => one.Name == "HTTPRequestTraceTask/RecvReq"), static one => Assert.False(one.Fields.TryGetProperty("_hex", out _)));
    }

    private sealed class NetworkEvents : INetTraceSink
    {
        private readonly PayloadJson _json = new();

        public List<(string Name, JsonElement Fields)> All { get; } = [];

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = metadata;

        public void OnEvent(in NetTraceEvent at)
        {
            if (EventShape.Of(at.Metadata).Name is var name && name.StartsWith("KERNEL_NETWORK_TASK_", StringComparison.Ordinal))
                All.Add((name, JsonDocument.Parse(_json.Write(in at).ToString()).RootElement));
        }
    }

    private static List<(string Name, JsonElement Fields)> Events(string file, string begin)
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(file));
        return
        [
            .. sink.Rows<RuntimeEventRow>().Select(row => (Name: (sink.Text(row.Event) ?? "").Split('/', 2)[^1], Fields: sink.Text(row.Fields)))
                .Where(one => one.Name.StartsWith(begin, StringComparison.Ordinal))
                .Select(static one => (one.Name, JsonDocument.Parse(one.Fields!).RootElement)),
        ];
    }
}
