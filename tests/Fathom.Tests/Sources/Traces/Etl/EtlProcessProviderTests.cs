using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Processes;
using Fathom.Model.Runtime;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Processes, threads and mapped files as the provider of processes tells them.</summary>
public sealed class EtlProcessProviderTests
{
    private const int Parent = 600;
    private const int Pid = 700;
    private const int Tid = 704;

    private static readonly Guid s_provider = new(EtlTrace.ProcessProvider);

    // The baseline tells both events of the provider; the part of the user's session has none of the kernel.
    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData(true)]
    [InlineData(false)]
    public void A_process_that_both_tell_is_there_once_and_one_that_only_the_provider_tells_too(bool isWhole)
    {
        byte[] content = EtlFiles.Read("perfview/net.4.5.2.x86.etl.zip");
        CollectingSink sink = ExtractedEtl.Of(isWhole ? content : SplitEtl.Of(content).User);

        ProcessRow row = Assert.Single(sink.Rows<ProcessRow>().ToArray(), static row => row.Pid == 3644);
        Assert.Equal(("Test.x86", 3508), (sink.Text(row.Name), row.ParentPid));
        TraceRow trace = Assert.Single(sink.Rows<TraceRow>().ToArray());
        Assert.InRange((row.StartUnixNs!.Value - trace.StartUnixNs!.Value) / 1e6, 2616.7, 2616.8);
        ThreadLifeRow[] lives = [.. sink.Rows<ThreadLifeRow>().Where(life => sink.Rows<ThreadRow>().Any(thread => thread.ThreadId == life.ThreadId && thread.ProcessId == row.ProcessId))];
        Assert.All(lives, static life => Assert.InRange((life.StartNs + life.DurationNs) / 1e6, 2616, 7903.4));
        // Where the kernel tells the same, these stay events.
        Assert.Equal(isWhole ? 2 : 0, sink.Rows<RuntimeEventRow>().Count(one => sink.Text(one.Event)!.StartsWith("Microsoft-Windows-Kernel-Process/", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Processes_threads_and_files_are_those_that_the_provider_tells(int version)
    {
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000)
            .Classic(1_000_140, new Guid("9b79ee91-b5fd-41c0-a243-4248e266e9d0"), 35, [.. Text(@"\Device\HarddiskVolume2"), .. Text("C:")])
            .Event(0, 1_001_000, s_provider, 15, version > 2 ? 1 : 0, 4, 8, Start(version > 2 ? 3 : 2, Parent, 4, "parent.exe"))
            .Event(0, 1_010_000, s_provider, 1, version, Parent, 604, Start(version, Pid, Parent, "shop.exe"))
            .Event(0, 1_011_000, s_provider, 3, version > 0 ? 1 : 0, Parent, 604, [.. U(Pid), .. U(Tid), .. new byte[32]])
            .Event(0, 1_012_000, s_provider, 5, 0, Pid, Tid, Image(0x40_0000, @"\Device\HarddiskVolume2\Windows\shop.dll"))
            .Event(0, 1_013_000, s_provider, 6, 0, Pid, Tid, Image(0x40_0000, @"\Device\HarddiskVolume2\Windows\shop.dll"))
            .Event(0, 1_020_000, s_provider, 4, 0, Pid, Tid, [.. U(Pid), .. U(Tid), .. new byte[32]])
            .Event(0, 1_030_000, s_provider, 2, version > 2 ? 2 : 0, Pid, Tid, Stop(version > 2, Pid, 3))
            // The number comes again.
            .Event(0, 1_040_000, s_provider, 1, version, Parent, 604, Start(version, Pid, Parent, "other.exe"))
            .Event(0, 1_050_000, s_provider, 1, version, Parent, 604, [1, 2, 3]).Event(0, 1_051_000, s_provider, 3, 0, Parent, 604, [1]).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        ProcessRow[] all = [.. sink.Rows<ProcessRow>().Where(static row => row.Pid is Pid or Parent).OrderBy(static row => row.ProcessId)];
        Assert.Equal(["parent 4 ", "shop 600 1000", "other 600 4000"], all.Select(row => $"{sink.Text(row.Name)} {row.ParentPid} {Micro(row.StartUnixNs)}"));
        ThreadRow thread = Assert.Single(sink.Rows<ThreadRow>().ToArray(), static row => row.Tid == Tid);
        Assert.Equal(all[1].ProcessId, thread.ProcessId);
        ThreadLifeRow life = Assert.Single(sink.Rows<ThreadLifeRow>().ToArray(), row => row.ThreadId == thread.ThreadId);
        Assert.Equal((1_100_000L, 900_000L), (life.StartNs, life.DurationNs));
        LoadedFileRow file = Assert.Single(sink.Rows<LoadedFileRow>().ToArray());
        Assert.Equal((all[1].ProcessId, @"C:\Windows\shop.dll"), (file.ProcessId, sink.Text(file.Path)));
        Assert.Equal(2, sink.Rows<RuntimeEventRow>().Count(row => sink.Text(row.Event)!.Contains("Kernel-Process", StringComparison.Ordinal)));
        Assert.Contains(sink.Losses, loss => sink.Text(loss.Reason) == "events about processes and files with damaged fields" && loss.Count == 2);
    }

    [Fact]
    public void What_the_kernel_tells_too_is_taken_from_the_kernel()
    {
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid)
            .Image(1_000_120, Pid, 0x7FF0_0000, 0x1000, @"C:\a.dll")
            .Event(0, 1_010_000, s_provider, 1, 0, Parent, 604, Start(0, 900, Parent, "other.exe"))
            .Event(0, 1_011_000, s_provider, 3, 0, Pid, Tid, [.. U(Pid), .. U(808), .. new byte[32]])
            .Event(0, 1_012_000, s_provider, 5, 0, Pid, Tid, Image(0x40_0000, @"\b.dll")).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.DoesNotContain(sink.Rows<ProcessRow>(), static row => row.Pid == 900);
        Assert.DoesNotContain(sink.Rows<ThreadRow>(), static row => row.Tid == 808);
        Assert.Single(sink.Rows<LoadedFileRow>().ToArray());
        Assert.Equal(3, sink.Rows<RuntimeEventRow>().Count(row => sink.Text(row.Event)!.Contains("Kernel-Process", StringComparison.Ordinal)));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void The_fields_for_files_without_a_schema_are_those_of_the_schema_in_a_real_file()
    {
        EtlTrace trace = EtlFiles.Open(EtlFiles.Read("perfview/net.4.5.2.x86.etl.zip"));
        KindList found = new();
        trace.Read(found, CancellationToken.None);

        Assert.Equal([(1, 1), (2, 1)], found.Kinds.Select(static kind => (kind.EventId, kind.Version)).Order());
        Assert.All(found.Kinds, static kind => Assert.Equal(
            kind.Fields.Select(static field => (field.Name, field.Type)),
            ProviderEvents.Find(s_provider, kind.EventId, kind.Version)!.Value.Fields.Select(static field => (field.Name, field.Type))));
    }

    private sealed class KindList : INetTraceSink
    {
        public List<EventMetadata> Kinds { get; } = [];

        public void OnMetadata(EventMetadata metadata)
        {
            metadata.Tag = metadata;
            if (metadata.ProviderId == s_provider)
                Kinds.Add(metadata);
        }

        public void OnEvent(in NetTraceEvent at)
        {
        }
    }

    private static long? Micro(long? unixNs) => (unixNs - ((DateTime.FromFileTimeUtc(EtlBytes.StartFileTime) - DateTime.UnixEpoch).Ticks * 100)) / 1000;

    private static byte[] Start(int version, int pid, int parent, string name) =>
    [
        .. U(pid), .. version > 2 ? new byte[8] : [], .. BitConverter.GetBytes(EtlBytes.StartFileTime), .. U(parent), .. version > 2 ? new byte[8] : [], .. U(1),
        .. version > 0 ? U(0) : [], .. version > 2 ? [.. U(1), .. U(0), 1, 1, 0, 0, 0, 0, 0, 16, .. U(0x2000)] : Array.Empty<byte>(),
        .. Text(@"\Device\HarddiskVolume2\" + name), .. version > 1 ? [.. U(1), .. U(2), .. Text(""), .. Text("")] : Array.Empty<byte>(),
    ];

    private static byte[] Stop(bool hasSequence, int pid, int exit) =>
        [.. U(pid), .. new byte[hasSequence ? 24 : 16], .. U(exit), .. U(1), .. U(10), .. new byte[16], .. hasSequence ? new byte[28] : [], .. "shop.exe\0"u8];

    // Of 32 bits, as the writer says.
    private static byte[] Image(int start, string path) => [.. U(start), .. U(0x1000), .. U(Pid), .. U(0), .. U(5), .. U(start), .. Text(path)];

    private static byte[] U(int number) => BitConverter.GetBytes(number);

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + '\0');
}
