using System.Globalization;
using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Fields;
using Fathom.Model.Machine;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>What a Windows trace says of its machine, beside what PerfView says on Windows.</summary>
public sealed class EtlMachineTests
{
    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("perfview/net.4.5.2.x86", "x64")]
    [InlineData("perfview/net.4.5.x86.win7", null)]
    public void Processors_memory_name_and_product_are_those_of_the_baseline(string file, string? architecture)
    {
        string baseline = EtlFiles.PathOf($"{file}.baseline.txt");
        Dictionary<string, string> processors = Fields(baseline, "SystemConfig/CPU"), build = Fields(baseline, "SysConfig/BuildInfo"),
            disk = Fields(baseline, "SystemConfig/PhyDisk"), board = Fields(baseline, "SystemConfig/Platform");
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf($"{file}.etl.zip"));
        ILookup<string, string> facts = sink.Rows<MachineFactRow>().ToLookup(
            row => string.Join(' ', new[] { sink.Text(row.Topic), sink.Text(row.Fact), sink.Text(row.Item) }.OfType<string>()),
            row => sink.Text(row.Value)!);

        Assert.All(facts, static fact => Assert.Single(fact));
        Assert.Equal(Number(processors["NumberOfProcessors"]), Number(facts["processor processors"].Single()));
        Assert.Equal(Number(processors["MHz"]), Number(facts["processor frequency_mhz"].Single()));
        Assert.Equal(Number(processors["MemSize"]) << 20, Number(facts["memory size_bytes"].Single()));
        Assert.Equal(processors["ComputerName"], facts["network computer_name"].Single());
        Assert.StartsWith(processors["DomainName"].TrimEnd('.'), facts["network domain"].SingleOrDefault() ?? "", StringComparison.Ordinal);
        Assert.Equal(architecture, facts["processor architecture"].SingleOrDefault());
        Assert.Equal(build["ProductName"], facts["kernel product"].Single());
        Assert.StartsWith(build["BuildLab"].TrimEnd('.'), facts["kernel build"].Single(), StringComparison.Ordinal);
        Assert.StartsWith(disk["Manufacturer"].TrimEnd('.'), facts["storage model disk 0"].Single(), StringComparison.Ordinal);
        Assert.Equal(disk["BytesPerSector"], facts["storage sector_bytes disk 0"].Single());
        Assert.StartsWith(board["SystemManufacturer"].TrimEnd('.'), facts["board manufacturer"].Single(), StringComparison.Ordinal);
        // The first service of the baseline that runs.
        Dictionary<string, string> service = All(baseline, "SystemConfig/Services").First(static one => one["ServiceState"] == "4");
        Assert.Equal(Number(service["ProcessID"]), Number(facts[$"service pid {service["ServiceName"]}"].Single()));
        TraceRow trace = Assert.Single(sink.Rows<TraceRow>());
        Assert.Equal((processors["ComputerName"], architecture), (sink.Text(trace.Machine), sink.Text(trace.Architecture)));
        Assert.StartsWith(build["ProductName"], sink.Text(trace.Kernel), StringComparison.Ordinal);
    }

    [Fact]
    public void A_trace_without_these_events_tells_what_its_head_does_and_cut_ones_tell_nothing()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000)
            .System(0, 1_010_000, KernelHook.ConfigProcessors, 2, 4, 8, new byte[100])
            .System(0, 1_010_000, KernelHook.ConfigDisk, 2, 4, 8, new byte[500]).System(0, 1_010_000, KernelHook.ConfigNetwork, 2, 4, 8, new byte[25])
            .System(0, 1_010_000, KernelHook.ConfigService, 3, 4, 8, [9, 0, 0, 0, 4, 0, 0, 0, 1])
            .System(0, 1_010_000, KernelHook.ConfigPlatform, 2, 4, 8, Encoding.Unicode.GetBytes("Maker\0")).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal(["release Windows 10.0.22631", "processors 2"], sink.Rows<MachineFactRow>().Select(row => $"{sink.Text(row.Fact)} {sink.Text(row.Value)}"));
        Assert.Null(sink.Text(Assert.Single(sink.Rows<TraceRow>()).Machine));
    }

    [Theory]
    [InlineData(8, 9, "x64")]
    [InlineData(8, 12, "arm64")]
    [InlineData(4, 0, "x86")]
    [InlineData(4, 77, null)]
    public void Processors_of_a_kind_are_told_from_Windows_8_on(int pointerSize, int number, string? kind)
    {
        List<byte> bytes =
        [
            .. BitConverter.GetBytes(3000), .. BitConverter.GetBytes(16), .. BitConverter.GetBytes(65_536), .. BitConverter.GetBytes(4096), .. BitConverter.GetBytes(65_536),
            .. Encoding.Unicode.GetBytes("BUILD7".PadRight(256, '\0')), .. new byte[2 * 134], .. new byte[4],
        ];
        MachineFields old = MachineFields.Read([.. bytes], pointerSize);
        bytes.AddRange(new byte[(pointerSize == 8 ? 4 : 0) + pointerSize]);
        bytes.AddRange([.. BitConverter.GetBytes((short)number), .. new byte[10]]);

        MachineFields now = MachineFields.Read([.. bytes], pointerSize);

        Assert.Equal((true, null, 64L << 30), (old.IsWhole, old.Architecture, old.MemoryBytes));
        Assert.Equal((kind, old.MemoryBytes), (now.Architecture, now.MemoryBytes));
        Assert.Equal(("BUILD7", "", 16u, 3000u), (now.Name, now.Domain, now.Processors, now.MegaHertz));
        Assert.False(MachineFields.Read([.. bytes.Take(799)], pointerSize).IsWhole);
    }

    private static long Number(string text) => long.Parse(text, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);

    private static Dictionary<string, string> Fields(string baseline, string kind) => All(baseline, kind).First();

    private static IEnumerable<Dictionary<string, string>> All(string baseline, string kind) =>
        from line in File.ReadLines(baseline)
        where line.StartsWith("EVENT ", StringComparison.Ordinal) && line.Contains($"/{kind} PID=", StringComparison.Ordinal)
        select line.Split("; ").Where(static part => part.Contains('=', StringComparison.Ordinal)).Skip(1)
            .Select(static part => part.Split('=', 2)).GroupBy(static part => part[0]).ToDictionary(static part => part.Key, static part => part.First()[1]);
}
