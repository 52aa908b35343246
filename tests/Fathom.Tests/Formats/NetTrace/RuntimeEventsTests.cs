using System.Diagnostics.Tracing;
using System.Globalization;
using System.Reflection;
using System.Text.Json;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Events.Waits;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>The table of the runtime's own events, beside the runtime, the consumers and another reader.</summary>
public sealed class RuntimeEventsTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";

    [Fact]
    public void Every_event_that_this_runtime_declares_has_the_same_fields()
    {
        Type source = typeof(System.Diagnostics.Tracing.EventSource).Assembly.GetType("System.Diagnostics.Tracing.NativeRuntimeEventSource")!;
        int compared = 0;
        foreach (MethodInfo method in source.GetMethods(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly))
        {
            if (method.GetCustomAttribute<EventAttribute>() is not { } declared)
                continue;
            EventShape? known = RuntimeEvents.Find(Runtime, declared.EventId, declared.Version);
            Assert.True(known is not null, $"{declared.EventId} {method.Name} is not known");
            string[] expected = [.. method.GetParameters().Select(p => $"{p.Name}:{TypeOf(p.ParameterType)}")];
            Assert.Equal(expected, known.Fields.Take(expected.Length).Select(f => $"{f.Name}:{(f.Type is EventFieldType.Utf8Text ? EventFieldType.Text : f.Type)}"));
            Assert.All(known.Fields.Skip(expected.Length), f => Assert.True(known.Fields.Any(other => other.Element is not null || other.Type == EventFieldType.Utf8Text), $"{method.Name}.{f.Name}"));
            compared++;
        }

        Assert.InRange(compared, 140, 400);
    }

    [Fact]
    public void The_table_is_whole()
    {
        foreach ((string provider, int id, int version, EventShape shape) in RuntimeEvents.All)
        {
            string[] names = [.. shape.Fields.Select(f => f.Name).Where(n => n != "_")];
            Assert.True(names.Length == names.Distinct().Count() && shape.Name.Length > 0 && !shape.Name.Contains('_'), $"{provider} {id} {version} {shape.Name}");
        }

        Assert.Equal(
            ["Microsoft-Diagnostics-DiagnosticSource", "Microsoft-DotNETCore-SampleProfiler", Runtime, "Microsoft-Windows-DotNETRuntimePrivate", "Microsoft-Windows-DotNETRuntimeRundown"],
            RuntimeEvents.All.Select(e => e.Provider).Distinct().Order(StringComparer.Ordinal));
        Assert.Equal("GCStart", RuntimeEvents.Find(Runtime, 1, 99)!.Name);
        Assert.Equal(6, RuntimeEvents.Find(Runtime, 1, 99)!.Fields.Length);
        Assert.Equal(2, RuntimeEvents.Find(Runtime, 1, 0)!.Fields.Length);
        Assert.Null(RuntimeEvents.Find(Runtime, 60_000, 0));
        Assert.Null(RuntimeEvents.Find("Mine", 1, 0));
    }

    [Fact]
    public void What_consumers_decode_is_what_the_table_says_of_the_small_recording() =>
        Assert.InRange(Compare(File.ReadAllBytes(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"))), 38, 10_000);

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("eventpipe-dotnetcore3.0-win-x64-objver4.nettrace", 35_000)]
    [InlineData("HeartRateMonitor.10068.nettrace", 1_000)]
    [InlineData("eventpipe-dotnetcore2.1-linux-x64-objver3.netperf", 1_000)]
    public void What_consumers_decode_is_what_the_table_says_of_public_recordings(string file, int least) =>
        Assert.InRange(Compare(NetTraceFiles.Read(file)), least, 1_000_000);

    private static int Compare(byte[] content)
    {
        List<string> decoded = [];
        EventConsumer[] consumers =
        [
            new GcConsumer
            {
                OnStart = (in EventOrigin at, in GcStarted e) => decoded.Add($"1 {e.Number} {e.Generation} {(int)e.Reason} {(int)e.Kind}"),
                OnEnd = (in EventOrigin at, in GcEnded e) => decoded.Add($"2 {e.Number} {e.Generation}"),
                OnHeapStats = (in EventOrigin at, in GcHeapStats e) => decoded.Add(
                    $"4 {e.Gen0Bytes} {e.Gen1Bytes} {e.Gen2Bytes} {e.LargeObjectBytes} {e.PinnedObjectBytes} {e.PromotedBytes} "
                    + $"{e.FinalizationPromotedBytes} {e.FinalizationPromotedCount} {e.PinnedObjectCount} {e.SyncBlockCount} {e.HandleCount}"),
            },
            new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => decoded.Add($"80 {e.Type} {e.Message} {e.Address} {(uint)e.HResult} {(int)e.Traits}")),
            new AllocationConsumer((in EventOrigin at, in AllocationSample e) => decoded.Add($"303 {e.Type} {e.ObjectBytes} {(int)e.Place}")),
            new AllocationConsumer((in EventOrigin at, in AllocationSample e) => decoded.Add($"10 {e.Type} {e.ObjectBytes} {e.EstimatedBytes} {(int)e.Place}"), AllocationSampling.Ticks),
            new MethodConsumer
            {
                OnStart = (in EventOrigin at, in MethodBegun e) => decoded.Add($"145 {e.MethodId} {e.IlBytes} {e.Type} {e.Name} {e.Signature}"),
                OnLoaded = (in EventOrigin at, in MethodCode e) => decoded.Add($"143 {e.MethodId} {e.Start} {e.SizeBytes} {e.Type} {e.Name}"),
            },
            new MethodRundownConsumer((in EventOrigin at, in MethodCode e) => decoded.Add($"144 {e.MethodId} {e.Start} {e.SizeBytes} {e.Type} {e.Name}")),
            new ThreadPoolConsumer
            {
                OnWorkers = (in EventOrigin at, in ThreadPoolWorkers e) => decoded.Add($"50 {e.Active}"),
                OnAdjustment = (in EventOrigin at, in ThreadPoolAdjustment e) => decoded.Add($"55 {e.Throughput.ToString("R", CultureInfo.InvariantCulture)} {e.Workers} {(int)e.Reason}"),
            },
            new CpuSampleConsumer((in EventOrigin at, in bool isManaged) => decoded.Add($"0 {isManaged}")),
            new ContentionConsumer
            {
                OnStart = (in EventOrigin at, in ContentionStarted e) => decoded.Add($"81 {e.IsNative} {e.LockId} {e.OwnerThreadId}"),
                OnEnd = (in EventOrigin at, in ContentionEnded e) => decoded.Add($"91 {e.IsNative} {e.DurationNs}"),
            },
        ];
        using MemoryStream stream = new(content);
        new NetTraceReader(stream, "test").Read(new EventDispatch(consumers), CancellationToken.None);

        List<string> told = [];
        PayloadJson json = new();
        using MemoryStream again = new(content);
        new NetTraceReader(again, "test").Read(
            new Teller((in NetTraceEvent at) =>
            {
                if (at.Metadata.Provider.StartsWith("Microsoft-", StringComparison.Ordinal) && IsDecoded(at.Metadata)
                    && Line(at.Metadata, DamagedTrace.Parse(json.Write(at))) is { } line)
                    told.Add(line);
            }),
            CancellationToken.None);

        Assert.Equal(decoded, told);
        return told.Count;
    }

    private static bool IsDecoded(EventMetadata kind) => (kind.Provider, kind.EventId, kind.Version) switch
    {
        (Runtime, 1 or 2 or 4 or 50 or 51 or 57 or 55 or 143 or 145 or 303, _) => true,
        (Runtime, 81 or 91, >= 1) => true,
        (Runtime, 80, >= 1) => true,
        (Runtime, 10, >= 2) => true,
        ("Microsoft-Windows-DotNETRuntimeRundown", 144, _) => true,
        ("Microsoft-DotNETCore-SampleProfiler", 0, _) => true,
        _ => false,
    };

    private static string? Line(EventMetadata kind, JsonElement e)
    {
        string Get(string name) => e.TryGetProperty(name, out JsonElement value) ? value.ToString() : "0";
        long Sum(string name) => Enumerable.Range(0, 5).Sum(i => long.Parse(Get(name + i), CultureInfo.InvariantCulture));
        return kind.EventId switch
        {
            0 => $"0 {Get("Type") == "2"}",
            1 => $"1 {Get("Count")} {Get("Depth")} {Get("Reason")} {Get("Type")}",
            2 => $"2 {Get("Count")} {Get("Depth")}",
            4 => $"4 {Get("GenerationSize0")} {Get("GenerationSize1")} {Get("GenerationSize2")} {Get("GenerationSize3")} "
                + $"{Get("GenerationSize4")} {Sum("TotalPromotedSize")} {Get("FinalizationPromotedSize")} "
                + $"{Get("FinalizationPromotedCount")} {Get("PinnedObjectCount")} {Get("SinkBlockCount")} {Get("GCHandleCount")}",
            10 => $"10 {Get("TypeName")} {Get("ObjectSize")} {Get("AllocationAmount64")} {Get("AllocationKind")}",
            50 or 51 or 57 => $"50 {Get("ActiveWorkerThreadCount")}",
            55 => $"55 {double.Parse(Get("AverageThroughput"), CultureInfo.InvariantCulture).ToString("R", CultureInfo.InvariantCulture)} {Get("NewWorkerThreadCount")} {Get("Reason")}",
            80 => $"80 {Get("ExceptionType")} {Get("ExceptionMessage")} {Get("ExceptionEIP")} {Get("ExceptionHRESULT")} {Get("ExceptionFlags")}",
            143 or 144 => $"{kind.EventId} {Get("MethodID")} {Get("MethodStartAddress")} {Get("MethodSize")} {Get("MethodNamespace")} {Get("MethodName")}",
            145 => $"145 {Get("MethodID")} {Get("MethodILSize")} {Get("MethodNamespace")} {Get("MethodName")} {Get("MethodSignature")}",
            81 => $"81 {Get("ContentionFlags") == "1"} {(kind.Version >= 2 ? Get("LockID") : "")} {(kind.Version >= 2 ? Get("LockOwnerThreadID") : "")}",
            91 => $"91 {Get("ContentionFlags") == "1"} {(kind.Version >= 1 ? ((long)double.Parse(Get("DurationNs"), CultureInfo.InvariantCulture)).ToString(CultureInfo.InvariantCulture) : "")}",
            303 => $"303 {Get("TypeName")} {Get("ObjectSize")} {Get("AllocationKind")}",
            _ => null,
        };
    }

    private static EventFieldType TypeOf(Type type) => type.Name switch
    {
        "IntPtr" => EventFieldType.Address,
        "String" => EventFieldType.Text,
        "Boolean" => EventFieldType.Boolean32,
        "Guid" => EventFieldType.Guid,
        "ThreadAdjustmentReasonMap" => EventFieldType.UInt32,
        "ContentionFlagsMap" or "WaitHandleWaitSourceMap" => EventFieldType.Byte,
        _ => (EventFieldType)Type.GetTypeCode(type),
    };
}
