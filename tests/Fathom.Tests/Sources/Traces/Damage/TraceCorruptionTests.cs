using Fathom.Formats.PerfMap;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Sources.Traces.Universal;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Damage;

/// <summary>Every trace of the folder of recordings, and the small ones that are checked in: cut, with bits turned over and with lengths that are lies, through the whole extraction.</summary>
public sealed class TraceCorruptionTests
{
    private const int Cuts = 200;
    private const int Flips = 2_000;
    private const int Fields = 150;
    private const string SmallEvents = "events.nettrace";

    /// <summary>In how many tests the damages of a file are dealt out, by its size.</summary>
    private static readonly (string Name, int Parts)[] s_publicEvents =
    [
        ("eventpipe-dotnetcore2.1-linux-x64-tracelogging.netperf", 1),
        ("eventpipe-dotnetcore6.0-win-x64-executioncheckpoints.nettrace", 1),
        ("only_managed_samples.nettrace", 1),
        ("eventpipe-dotnetcore2.1-linux-x64-objver3.netperf", 2),
        ("eventpipe-dotnetcore3.0-win-x64-objver4.nettrace", 4),
        ("HeartRateMonitor.10068.nettrace", 8),
    ];

    public static TheoryData<string, int, int> PublicEvents => [.. s_publicEvents.SelectMany(static file => Enumerable.Range(0, file.Parts).Select(part => (file.Name, part, file.Parts)))];

    public static TheoryData<string> SmallPublicEvents => [.. s_publicEvents.Where(static file => file.Parts == 1).Select(static file => file.Name)];

    public static TheoryData<string> OwnPerf => [.. PerfFiles.Own];

    public static TheoryData<string> PublicPerf => ["sleep.data", "sleep.compressed.pipe.data"];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(OwnPerf))]
    public void A_small_recording_of_perf_survives_some_damage(string name) => Perf(name, PerfFiles.Read(name), 12, 40, 15);

    [Fact]
    public void A_small_stream_of_events_survives_some_damage() => Events(Small, 12, 40, 15);

    [Fact]
    [Trait("Category", "Slow")]
    public void A_small_stream_of_a_machine_wide_recorder_survives_some_damage() => MachineEvents(25, 120, 30);

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(PublicPerf))]
    public void A_public_recording_of_perf_survives_some_damage(string name) => Perf(name, PerfFiles.ReadPublic(name), 20, 70, 10);

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(SmallPublicEvents))]
    public void A_public_stream_of_events_survives_some_damage(string name) => Events(NetTraceFiles.Read(name), 10, 30, 8);

    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(OwnPerf))]
    public void A_small_recording_of_perf_survives_all_damage(string name) => Perf(name, PerfFiles.Read(name), Cuts, Flips, 2_000);

    [Fact]
    [Trait("Category", "Long")]
    public void A_small_stream_of_events_survives_all_damage() => Events(Small, Cuts, Flips, 2_000);

    [Fact]
    [Trait("Category", "Long")]
    public void A_small_stream_of_a_machine_wide_recorder_survives_all_damage() => MachineEvents(Cuts, Flips, 2_000);

    [Theory]
    [Trait("Category", "Long")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(PublicPerf))]
    public void A_public_recording_of_perf_survives_all_damage(string name) => Perf(name, PerfFiles.ReadPublic(name), Cuts, Flips, 2_000);

    [Theory]
    [Trait("Category", "Long")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(PublicEvents))]
    public void A_public_stream_of_events_survives_all_damage(string name, int part, int parts) => Events(NetTraceFiles.Read(name), Cuts, Flips, Fields, part, parts);

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_public_map_of_compiled_code_survives_all_damage()
    {
        byte[] content = File.ReadAllBytes(Path.Combine(Needs.DataFolder(), "perfmap", "one-collect", "dotnet-info.map"));
        int lines = content.Count((byte)'\n') + 1;
        foreach (FileDamage damage in FileDamage.Cuts(content, Cuts).Concat(FileDamage.Flips(content, Flips)))
        {
            byte[] damaged = damage.IsCut ? content[..damage.Place] : [.. content];
            damage.Bytes.CopyTo(damaged, damage.Place * (damage.IsCut ? 0 : 1));

            PerfMapFile map = PerfMapFile.Read(new StreamReader(new MemoryStream(damaged)));

            Assert.InRange(map.Symbols.Count + map.BadLines, 0, lines + 1);
            Assert.InRange(map.BadLines, 0, 2);
        }
    }

    private static byte[] Small => File.ReadAllBytes(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", SmallEvents));

    private static void Perf(string name, byte[] content, int cuts, int flips, int fields)
    {
        PerfFiles.NeedsZstd(name.Contains("compressed", StringComparison.Ordinal) ? "compressed" : name);
        bool isPipe = content[8] == 16;
        new DamagedExtraction(content, static path => new PerfTraceExtractor(path)).Survive(All(content, LengthFields.OfPerf(content), cuts, flips, fields), knowsItsEnd: !isPipe);
    }

    private static void Events(byte[] content, int cuts, int flips, int fields, int part = 0, int parts = 1) =>
        new DamagedExtraction(content, static path => new NetTraceExtractor(path))
            .Survive(All(content, LengthFields.OfEvents(content), cuts, flips, fields).Where((_, number) => number % parts == part), knowsItsEnd: true);

    // Blocks are short, so any place can be a length.
    private static void MachineEvents(int cuts, int flips, int fields)
    {
        byte[] content = MachineTraceBytes.Small();
        (int, int)[] places = [.. Enumerable.Range(20, content.Length - 28).Select(static place => (place, 1 + (place & 3)))];
        new DamagedExtraction(content, static path => new NetTraceExtractor(path)).Survive(All(content, places, cuts, flips, fields), knowsItsEnd: true);
    }

    private static IEnumerable<FileDamage> All(byte[] content, IReadOnlyList<(int, int)> lengths, int cuts, int flips, int fields) =>
        FileDamage.Cuts(content, cuts).Concat(FileDamage.Flips(content, flips)).Concat(FileDamage.Lengths(lengths, fields));
}
