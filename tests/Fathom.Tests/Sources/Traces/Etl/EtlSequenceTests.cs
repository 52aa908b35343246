using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Runtime;
using Fathom.Model.Threads;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Rows;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Real switches of Windows, and what a session tells at its end, as far as the answers of verbs.</summary>
public sealed class EtlSequenceTests : IDisposable
{
    private const int Waiting = 5;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Verbs_give_the_sums_of_the_sequence_itself()
    {
        using JsonDocument all = Sequence();
        JsonElement[] rows = Rows(all, "a1");
        JsonElement expected = all.RootElement.GetProperty("expected").GetProperty("a1");
        using RecordingReader recording = Record(Wrap(rows).Build());
        using QuerySession session = QuerySession.Open(recording);

        // Open ones and those that were interrupted are none of the expected waits.
        ILookup<int, TableRow> waits = Ask(session, "time/waits-each", ("idle", true))
            .Where(static row => !row.Truth("is_open")).ToLookup(static row => (int)row.Number("tid")!.Value);
        int threads = 0, kinds = 0;
        foreach (JsonProperty thread in expected.GetProperty("waits_state5").EnumerateObject())
        {
            TableRow[] here = [.. waits[int.Parse(thread.Name)]];
            Assert.Equal(
                (thread.Name, thread.Value.GetProperty("count").GetInt32(), thread.Value.GetProperty("us").GetInt64() * 1000,
                    thread.Value.GetProperty("longest_us").GetInt64() * 1000),
                (thread.Name, here.Length, here.Sum(static row => row.Number("wait_ns")!.Value),
                    here.Max(static row => row.Number("wait_ns")!.Value)));
            threads++;
        }

        // Each wait began with a switch that tells its reason.
        Dictionary<string, long> begun = Ask(session, "time/waits", ("idle", true)).GroupBy(static row => row.Text("kind") ?? "")
            .ToDictionary(static of => of.Key, static of => of.Sum(static row => row.Number("count")!.Value));
        foreach (JsonProperty reason in expected.GetProperty("out_by_state_and_reason").EnumerateObject()
            .Where(static one => one.Name.StartsWith($"{Waiting}/", StringComparison.Ordinal)))
        {
            Assert.Equal((reason.Name, reason.Value.GetInt64()), (reason.Name, begun[WaitReasons.NameOf(int.Parse(reason.Name[2..]))]));
            kinds++;
        }

        // What ran before the first switch of a processor, and behind its last, is none of the expected sums.
        HashSet<int> atEdges = [.. rows.GroupBy(Cpu).SelectMany(static of => (int[])[Previous(of.First()), Next(of.Last())])];
        Dictionary<int, long> running = Ask(session, "time/threads").ToDictionary(static row => (int)row.Number("tid")!.Value, static row =>
            row.Number("running_ns")!.Value);
        int equal = 0;
        foreach (JsonProperty thread in expected.GetProperty("running_us_per_thread").EnumerateObject()
            .Where(thread => !atEdges.Contains(int.Parse(thread.Name))))
        {
            Assert.Equal((thread.Name, thread.Value.GetInt64() * 1000), (thread.Name, running[int.Parse(thread.Name)]));
            equal++;
        }

        Assert.True(threads > 20 && kinds > 6 && equal > 30, $"{threads} threads, {kinds} kinds, {equal} equal");
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void What_the_session_tells_at_its_end_names_the_process_of_threads_and_its_files()
    {
        using JsonDocument all = Sequence();
        JsonElement[] switches = Rows(all, "a1"), end = Rows(all, "r");
        const int pid = 524, process = 1, images = 4, threads = 10;
        Assert.Equal(process + images + threads, end.Length);

        CollectingSink sink = ExtractedEtl.Of(Wrap([.. switches, .. end]).Build());

        ProcessRow row = sink.Rows<ProcessRow>().Single(static one => one.Pid == pid);
        Assert.Equal(("lsass", 428, "S-1-5-18", @"C:\Windows\system32\lsass.exe"),
            (sink.Text(row.Name), row.ParentPid, sink.Text(row.User), sink.Text(row.CommandLine)));
        Assert.Equal([540, 548, 552, 556, 572, 624, 628, 1096, 1636, 4080], sink.Rows<ThreadRow>()
            .Where(one => one.ProcessId == row.ProcessId).Select(static one => one.Tid).Order());
        // They are of the next process, by its number only; its name would come behind what was cut out.
        ProcessRow next = sink.Rows<ProcessRow>().Single(static one => one.Pid == 532);
        Assert.Equal(
            ["credssp.dll", "kernel32.dll", "lsm.exe", "ntdll.dll"],
            sink.Rows<LoadedFileRow>().Where(one => one.ProcessId == next.ProcessId)
                .Select(one => Path.GetFileName(sink.Text(one.Path)!.Replace('\\', '/'))).Order(StringComparer.Ordinal));
        // Between the switches and the end some are missing, which is said; nothing else is.
        Assert.All(sink.Losses, loss => Assert.StartsWith("cpu ", sink.Text(loss.Scope), StringComparison.Ordinal));
    }

    private static JsonDocument Sequence() => JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("cswitch-sequence.json")));

    private static JsonElement[] Rows(JsonDocument all, string name) =>
        [.. all.RootElement.GetProperty("segments").EnumerateArray().First(one => one.GetProperty("name").GetString() == name)
            .GetProperty("rows").EnumerateArray()];

    // Switches tell no thread; all others do.
    private static EtlBytes Wrap(JsonElement[] rows)
    {
        EtlBytes trace = new(4, 1_000_000, rows[0].GetProperty("ts").GetInt64() - 1000);
        foreach (JsonElement row in rows)
        {
            byte[] payload = Convert.FromHexString(row.GetProperty("payload").GetString()!);
            long ticks = row.GetProperty("ts").GetInt64();
            int hook = (KernelEvents.Find(row.GetProperty("guid").GetGuid())!.Group << 8) | row.GetProperty("opcode").GetInt32();
            int version = row.GetProperty("version").GetInt32(), pid = row.GetProperty("pid").GetInt32(), tid = row.GetProperty("tid")
                .GetInt32();
            if (hook == KernelHook.Switch)
                trace.PerfInfo(Cpu(row), ticks, hook, version, payload);
            else
                trace.System(Cpu(row), ticks, hook, version, pid, tid, payload);
        }

        return trace;
    }

    private RecordingReader Record(byte[] content)
    {
        (string trace, string path) = (_folder.File("trace.etl"), _folder.File("trace.fathom"));
        File.WriteAllBytes(trace, content);
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test"));
        new EtlExtractor(trace, TraceOptions.Usual).Run(writer, new Progress<Progress>(), CancellationToken.None);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static IReadOnlyList<TableRow> Ask(QuerySession session, string query, params (string Name, bool Value)[] more) =>
        [.. TableRow.All(session.Run(
        query, TestContext.Current.CancellationToken,
        [QueryParameter.Of("rec", 0), QueryParameter.Of("all_processes", true),
            .. more.Select(static one => QueryParameter.Of(one.Name, one.Value))]))];

    private static int Cpu(JsonElement row) => row.GetProperty("cpu").GetInt32();

    private static int Next(JsonElement row) => BitConverter.ToInt32(Convert.FromHexString(row.GetProperty("payload").GetString()!));

    private static int Previous(JsonElement row) => BitConverter.ToInt32(Convert.FromHexString(row.GetProperty("payload").GetString()!), 4);
}
