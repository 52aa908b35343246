using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Fields;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Model.Windows;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Calls of the registry out of Windows traces. No public file has any: the files are written here, with real payloads where that
/// is said.</summary>
public sealed class EtlRegistryTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const ulong Key = 0xFFFF_C000_0000_1000;
    private const ulong Other = 0xFFFF_C000_0000_2000;
    private const uint NotFound = 0xC0000034;

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Real_payloads_have_the_fields_that_their_authors_expect()
    {
        JsonElement[] vectors = Vectors();
        foreach (JsonElement vector in vectors)
        {
            RegistryFields fields = RegistryFields.Read(Payload(vector), vector.GetProperty("version").GetInt32(), vector.GetProperty("pointer_size").GetInt32());
            Assert.True(fields.IsWhole);
            Dictionary<string, string> here = new()
            {
                ["InitialTime"] = $"{fields.BeginTicks}", ["Status"] = $"{fields.Status}", ["Index"] = $"{fields.Number}", ["KeyHandle"] = $"{fields.Key}",
                ["KeyName"] = fields.Name.ToString(), ["ElapsedTime"] = "0",
            };
            Assert.All(vector.GetProperty("fields").EnumerateArray(), field => Assert.Equal(field[2].ToString(), here[field[0].GetString()!]));
        }

        Assert.Equal(14, vectors.Length);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_real_name_of_a_key_is_that_of_a_call_by_its_address()
    {
        JsonElement named = Vectors().Single(static vector => vector.GetProperty("opcode").GetInt32() == 22),
            value = Vectors().Single(static vector => vector.GetProperty("opcode").GetInt32() == 14);
        byte[] payload = Payload(value);
        long begin = value.GetProperty("fields")[0][2].GetInt64();
        // The address of the key of the other event.
        Payload(named).AsSpan(4, 4).CopyTo(payload.AsSpan(16));
        byte[] content = new EtlBytes(1, 10_000_000, begin - 1000) { IsNarrow = true }
            .PerfInfo(0, begin - 500, KernelHook.KeyBegins, 1, Payload(named)).PerfInfo(0, begin + 30, KernelHook.KeySetValue, 2, payload).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        RegistryCallRow row = Assert.Single(sink.Rows<RegistryCallRow>().ToArray());
        Assert.Equal(("set value", @"HKLM\SYSTEM\ControlSet001\Enum\PCI\VEN_8086&DEV_2C22&SUBSYS_00000000&REV_05\3&36cb97a3&0&22",
            @"{Q65231O0-O2S1-4857-N4PR-N8R7P6RN7Q27}\pzq.rkr", 3000L), (sink.Text(row.Operation), sink.Text(row.Path), sink.Text(row.Value), row.DurationNs));
    }

    [Fact]
    public void Calls_have_the_key_its_value_what_they_ended_with_and_how_long_they_took()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid)
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            .Call(1_020_100, KernelHook.KeyOpen, 1_020_000, 0, 0, 0, @"\REGISTRY\USER\S-1-5-21\Software").Stack(0, 1_020_110, 1_020_100, Pid, Tid, 0x7FF0_0100)
            .Call(1_020_150, KernelHook.KeyBegins, 0, 0, 0, Other, @"\REGISTRY\USER\S-1-5-21\Software")
            .Call(1_021_000, KernelHook.KeyOpen, 1_020_900, NotFound, 0, Other, @"Shop\Basket")
            .Call(1_022_000, KernelHook.KeyQueryValue, 1_021_900, NotFound, 2, Key, "Color")
            .Call(1_023_000, KernelHook.KeyQueryValue, 1_022_900, 0, 2, Key, "")
            .Call(1_024_000, 0x0911, 1_023_900, 0, 7, Key, "")
            // The address means another key later.
            .Call(1_025_000, KernelHook.KeyEnds, 0, 0, 0, Key, @"\REGISTRY\MACHINE\SOFTWARE\Shop")
            .Call(1_026_000, KernelHook.KeyBegins, 0, 0, 0, Key, @"\REGISTRY\A\{1}")
            .Call(1_027_000, 0x091B, 1_026_990, 0, 0, Key, "")
            // Keys that nobody names; a begin that makes no sense, and a cut one.
            .Call(1_028_000, KernelHook.KeyCreate, 0, 0, 0, 77, "Rest").Call(1_029_000, 0x0915, 1_100_000, 0, 0, 77, "")
            .PerfInfo(0, 1_030_000, KernelHook.KeySetValue, 2, [1, 2, 3])
            .Call(1_090_000, KernelHook.KeyLeft, 0, 0, 0, Other, @"\REGISTRY\USER\S-1-5-21\Software").Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        Assert.Equal(
            [
                @"open|HKU\S-1-5-21\Software||0||2000+10",
                @"open|HKU\S-1-5-21\Software\Shop\Basket||0|STATUS_OBJECT_NAME_NOT_FOUND|2090+10",
                @"query value|HKLM\SOFTWARE\Shop|Color|2|STATUS_OBJECT_NAME_NOT_FOUND|2190+10",
                @"query value|HKLM\SOFTWARE\Shop||2||2290+10",
                @"list keys|HKLM\SOFTWARE\Shop||7||2390+10",
                @"close|\REGISTRY\A\{1}||0||2699+1",
                @"create|…\Rest||0||2800+",
                "flush|||0||2900+",
            ],
            sink.Rows<RegistryCallRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                $"{sink.Text(row.Operation)}|{sink.Text(row.Path)}|{sink.Text(row.Value)}|{row.Number}|{sink.Text(row.Error)}|{row.StartNs / 1000}+{row.DurationNs / 1000}")));
        Assert.All(sink.Rows<RegistryCallRow>(), row => Assert.Equal(Tid, tids[row.ThreadId]));
        Assert.Equal([0], sink.Rows<RegistryCallRow>().Index().Where(static row => row.Item.StackId != 0).Select(static row => row.Index));
        Assert.Equal(["Windows Kernel/Registry/SetValue"], sink.Rows<RuntimeEventRow>().Select(row => sink.Text(row.Event)!)
            .Where(static name => name.Contains("Registry", StringComparison.Ordinal)));
        Assert.Equal([(1L, 9L), (2L, 8L)], sink.Losses.Where(loss => sink.Text(loss.Tables) == "registry_call").Select(static loss => (loss.Count, loss.OutOf!.Value)));
    }

    private static JsonElement[] Vectors()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        return
        [
            .. all.RootElement.GetProperty("vectors").EnumerateArray().Where(static vector =>
                vector.GetProperty("category").GetString() == "Registry" && vector.GetProperty("opcode").GetInt32() < 34).Select(static vector => vector.Clone()),
        ];
    }

    private static byte[] Payload(JsonElement vector) => Convert.FromHexString(vector.GetProperty("payload").GetString()!);
}

/// <summary>Writes calls of the registry.</summary>
file static class RegistryBytes
{
    public static EtlBytes Call(this EtlBytes bytes, long ticks, int hook, long begin, uint status, uint number, ulong key, string name) => bytes.PerfInfo(
        0, ticks, hook, 2,
        [
            .. BitConverter.GetBytes(begin), .. BitConverter.GetBytes(status), .. BitConverter.GetBytes(number), .. BitConverter.GetBytes(key),
            .. Encoding.Unicode.GetBytes(name + '\0'),
        ]);
}
