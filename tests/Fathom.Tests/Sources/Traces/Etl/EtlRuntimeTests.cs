using System.Globalization;
using System.Reflection;
using Fathom.Formats.NetTrace;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Events of .NET in a Windows trace become the same rows as in a nettrace stream; and as many as PerfView counts.</summary>
public sealed class EtlRuntimeTests
{
    private const int MostPayload = 60_000;

    private static readonly Guid s_runtime = new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4");
    private static readonly Guid s_rundown = new("a669021c-c450-4609-a035-5af59af4df18");

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("cases/pause4.nettrace", "gc")]
    [InlineData("cases/starve.nettrace", "")]
    [InlineData("eventpipe-dotnetcore3.0-win-x64-objver4.nettrace", "gc contention allocation jit")]
    public void Rows_are_those_of_the_stream_that_the_events_were_taken_of(string file, string has) => Same(
        file.Contains('/', StringComparison.Ordinal) ? File.ReadAllBytes(Path.Combine(Needs.DataFolder(), file)) : NetTraceFiles.Read(file),
            has);

    [Fact]
    public void Rows_of_exceptions_are_those_of_the_stream() => Same(
        File.ReadAllBytes(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace")),
            "gc exception");

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Tables_have_as_many_rows_as_PerfView_counts_on_Windows()
    {
        const string runtime = "Microsoft-Windows-DotNETRuntime/";
        Dictionary<string, int> told = Baseline.Read(EtlFiles.PathOf("perfview/net.4.5.2.x86.baseline.txt")).Counts;

        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("perfview/net.4.5.2.x86.etl.zip"));

        Assert.Equal((1, 16, 395, 3196, 160),
            (told[runtime + "Exception/Start"], told[runtime + "Contention/Start"], told[runtime + "Method/JittingStarted"],
                told[runtime + "GC/AllocationTick"], told[runtime + "GC/Start"]));
        Assert.Equal((1, 16, 395, 3196), (sink.Rows<ExceptionThrownRow>().Count, sink.Rows<ContentionRow>().Count,
            sink.Rows<MethodCompiledRow>().Count(static row => row.DurationNs is not null), sink.Rows<AllocationSampleRow>().Count));
        Assert.Equal(told[runtime + "GC/Stop"], sink.Rows<GcRow>().Count(static row => row.DurationNs is not null));
    }

    private static void Same(byte[] content, string has)
    {
        using TestFolder folder = new();
        string path = folder.File("test.nettrace");
        File.WriteAllBytes(path, content);
        CollectingSink stream = new();
        new NetTraceExtractor(path).Run(stream, new Progress<Progress>(), CancellationToken.None);
        NetTraceReader reader = new(new MemoryStream(content), "test");
        Wrapped wrapped = new();
        reader.ReadInOrder(wrapped, CancellationToken.None);

        CollectingSink trace = ExtractedEtl.Of(wrapped.Build());

        Dictionary<string, int> rows = new()
        {
            ["gc"] = Equal<GcRow>() + Equal<GcPauseRow>(), ["exception"] = Equal<ExceptionThrownRow>(), ["contention"] =
                Equal<ContentionRow>(),
            ["jit"] = Equal<MethodCompiledRow>(), ["allocation"] = Equal<AllocationSampleRow>(), ["pool"] = Equal<ThreadPoolChangeRow>(),
        };
        TestContext.Current.TestOutputHelper?.WriteLine(string.Join(", ", rows.Select(static one => $"{one.Key} {one.Value}")));
        Assert.All(has.Split(' ', StringSplitOptions.RemoveEmptyEntries), table =>
            Assert.True(rows[table] > 7, $"{table}: {rows[table]} rows"));
        Assert.True(rows.Values.Sum() > 20);

        int Equal<T>()
            where T : unmanaged, IRow<T>
        {
            string[] theirs = Rows<T>(stream), ours = Rows<T>(trace);
            Assert.Equal(theirs, ours);
            return theirs.Length;
        }
    }

    // Numbers of rows of another table stand for what they have there.
    private static string[] Rows<T>(CollectingSink sink)
        where T : unmanaged, IRow<T>
    {
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        Dictionary<uint, int> depths = sink.Rows<StackFrameRow>().CountBy(static row => row.StackId).ToDictionary();
        PropertyInfo[] columns = [.. typeof(T).GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(static one => one.GetIndexParameters().Length == 0)];
        return [.. sink.Rows<T>().Select(row => string.Join(' ', columns.Select(column => column.GetValue(row) switch
        {
            TextId text => $"'{sink.Text(text)}'",
            RawText text => $"'{sink.Text(text)}'",
            uint process when column.Name == "ProcessId" => string.Create(CultureInfo.InvariantCulture,
                $"{pids.GetValueOrDefault(process)}"),
            uint thread when column.Name == "ThreadId" => string.Create(CultureInfo.InvariantCulture, $"{tids.GetValueOrDefault(thread)}"),
            uint stack when column.Name == "StackId" => string.Create(CultureInfo.InvariantCulture,
                $"{depths.GetValueOrDefault(stack)} frames"),
            var other => Convert.ToString(other, CultureInfo.InvariantCulture),
        }))).Order(StringComparer.Ordinal)];
    }

    // Each event of the runtime as a record of Windows, with its stack as an item.
    private sealed class Wrapped : INetTraceSink
    {
        private readonly List<(long Ticks, byte[] Record)> _records = [];
        private NetTraceHeader? _stream;

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = metadata.Provider switch
        {
            "Microsoft-Windows-DotNETRuntime" => s_runtime,
            "Microsoft-Windows-DotNETRuntimeRundown" => s_rundown,
            _ => null,
        };

        public void OnEvent(in NetTraceEvent at)
        {
            _stream ??= at.Trace;
            if (at.Metadata.Tag is not Guid provider || at.Payload.Length > MostPayload)
                return;
            EtlPieces.EventHead head = new(at.Header.Ticks, provider, at.Metadata.EventId)
            {
                IsNarrow = at.Trace.PointerSize == 4, Version = at.Version, Level = (byte)at.Level, Keywords = at.Keywords, Opcode =
                    (byte)at.OpCode, Pid = (int)at.ProcessId,
                Tid = (int)at.Header.ThreadId, Activity = at.Header.ActivityId, Flags = at.Stack.Depth > 0 ? 1 : 0,
            };
            ulong[] stack = new ulong[at.Stack.Depth];
            at.Stack.CopyTo(stack);
            (int kind, byte[] content) = EtlBytes.StackItem(0, stack);
            byte[] items = stack.Length == 0 ? [] : EtlPieces.Item(kind, content);
            _records.Add((at.Header.Ticks, EtlPieces.Event(head, items, at.Payload.ToArray())));
        }

        public byte[] Build()
        {
            EtlBytes bytes = new(1, _stream!.TicksPerSecond, _stream.StartTicks);
            foreach ((_, byte[] record) in _records.OrderBy(static one => one.Ticks))
                bytes.Add(0, record);
            return bytes.Build();
        }
    }
}
