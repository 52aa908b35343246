using System.Globalization;
using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Names, counts and fields of events, beside the TraceEvent library and what it was written down to have found.</summary>
public sealed partial class NetTraceFieldTests
{
    public static TheoryData<string> Files => [.. NetTraceFiles.Names, .. NetTraceFiles.OldNames];

    public static TheoryData<string> FilesWithBaseline => [.. NetTraceFiles.OldNames, NetTraceFiles.Names[0], NetTraceFiles.Names[1]];

    [Fact]
    public void Fields_of_the_small_recording_are_what_TraceEvent_reads() =>
        Assert.InRange(Compare(File.ReadAllBytes(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"))), 200, 1_000_000);

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Fields_of_every_type_of_event_are_what_TraceEvent_reads(string file) => Assert.InRange(Compare(NetTraceFiles.Read(file)), 2, 1_000_000);

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void No_byte_of_a_payload_is_left_over(string file)
    {
        SortedDictionary<string, int> left = new(StringComparer.Ordinal);
        PayloadJson json = new();
        Read(NetTraceFiles.Read(file), (in NetTraceEvent at) =>
        {
            if (json.Write(at).IndexOf("\"_hex\"") >= 0)
            {
                string kind = $"{at.Metadata.Provider}/{at.Metadata.EventId}/{at.Metadata.Version}";
                left[kind] = left.GetValueOrDefault(kind) + 1;
            }
        });

        Assert.Empty(left);
    }

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(FilesWithBaseline))]
    public void Counts_and_first_payloads_are_those_of_the_baseline(string file)
    {
        byte[] content = NetTraceFiles.Read(file);
        OracleFields oracle = OracleFields.Of(content);
        Dictionary<string, int> counts = [];
        Dictionary<string, (double Milliseconds, ulong Thread, JsonElement Fields)> first = [];
        PayloadJson json = new();
        Read(content, (in NetTraceEvent at) =>
        {
            (string, int) kind = (at.Metadata.Provider, at.Metadata.EventId);
            // The baseline has one name for the pressure of memory: that of a manifest, which the file does not have.
            string name = kind is ("Microsoft-Windows-DotNETRuntime", 200 or 201) ? "Microsoft-Windows-DotNETRuntime/GC" : oracle.Names.GetValueOrDefault(kind, $"{kind}");
            counts[name] = counts.GetValueOrDefault(name) + 1;
            if (!first.ContainsKey(name))
                first[name] = ((at.Header.Ticks - at.Trace.StartTicks) * 1000.0 / at.Trace.TicksPerSecond, at.Header.ThreadId, DamagedTrace.Parse(json.Write(at)));
        });

        int compared = 0;
        string[] baseline = NetTraceFiles.Baseline(file);
        foreach (string line in baseline)
        {
            string[] parts = line.Split(", ", 3);
            (string name, int count) = (parts[0].TrimStart('\uFEFF'), int.Parse(parts[1], CultureInfo.InvariantCulture));
            Assert.True(counts.TryGetValue(name, out int own), $"{name} is missing; there are {string.Join(", ", counts.Keys)}");
            Assert.Equal((name, count), (name, own));
            compared += CompareFirst(name, parts[2], first[name]);
        }

        // Not written down: methods of the rundown and maps of methods.
        Assert.All(
            counts.Keys.Except(baseline.Select(line => line.Split(", ", 3)[0].TrimStart('\uFEFF'))),
            name => Assert.True(name.Contains("Rundown/Method/", StringComparison.Ordinal) || name.EndsWith("ILToNativeMap", StringComparison.Ordinal), name));
        Assert.InRange(compared, 2, 10_000);
    }

    private static int CompareFirst(string name, string xml, (double Milliseconds, ulong Thread, JsonElement Fields) own)
    {
        // No XML reader: fields can have no name.
        Dictionary<string, string> expected = [];
        foreach (Match attribute in Attributes().Matches(xml))
            expected.TryAdd(attribute.Groups[1].Value, WebUtility.HtmlDecode(attribute.Groups[2].Value));
        Assert.Equal(double.Parse(expected["MSec"], CultureInfo.InvariantCulture), own.Milliseconds, 0.00011);
        Assert.Equal(expected["TID"], own.Thread.ToString(CultureInfo.InvariantCulture));
        int compared = 2;
        foreach ((string field, string wanted) in expected)
        {
            if (field is "ProviderName" or "EventName" || !own.Fields.TryGetProperty(field, out JsonElement value))
                continue;
            if (value.ValueKind == JsonValueKind.Number)
            {
                string digits = wanted.Replace(",", "", StringComparison.Ordinal);
                Int128 number = 0;
                bool isNumber = digits.StartsWith("0x", StringComparison.Ordinal)
                    ? Int128.TryParse(digits[2..], NumberStyles.HexNumber, CultureInfo.InvariantCulture, out number) : Int128.TryParse(digits, CultureInfo.InvariantCulture, out number);
                if (!isNumber && !double.TryParse(digits, CultureInfo.InvariantCulture, out _))
                    continue;
                bool isEqual = isNumber ? OracleFields.AreEqual((long)(ulong)number, value) == true || value.ToString() == number.ToString(CultureInfo.InvariantCulture)
                    : double.Parse(digits, CultureInfo.InvariantCulture).ToString("G12", CultureInfo.InvariantCulture) == value.GetDouble().ToString("G12", CultureInfo.InvariantCulture);
                Assert.True(isEqual, $"{name}.{field}: {wanted} but {value}");
            }
            else
            {
                Assert.Equal($"{name}.{field}={wanted}", $"{name}.{field}={value}");
            }

            compared++;
        }

        return compared;
    }

    [GeneratedRegex("([^\\s\"=]*)=\\s*\"([^\"]*)\"")]
    private static partial Regex Attributes();

    private static int Compare(byte[] content)
    {
        OracleFields oracle = OracleFields.Of(content);
        PayloadJson json = new();
        int compared = 0;
        SortedDictionary<string, string> wrong = new(StringComparer.Ordinal);
        Read(content, (in NetTraceEvent at) =>
        {
            if (!oracle.Events.TryGetValue((at.Header.Ticks, (long)at.Header.ThreadId, at.Metadata.Provider, at.Metadata.EventId, SeenEvent.Hash(at.Payload)), out var fields))
                return;
            JsonElement own = DamagedTrace.Parse(json.Write(at));
            foreach ((string name, object value) in fields)
            {
                // The library shows a part of these.
                if (name is "CompactMechanisms" or "ExpandMechanisms" or "MethodFlags" || !own.TryGetProperty(name, out JsonElement found) || OracleFields.AreEqual(value, found) is not { } isEqual)
                    continue;
                compared++;
                if (!isEqual)
                    wrong.TryAdd($"{oracle.Names[(at.Metadata.Provider, at.Metadata.EventId)]}.{name}", $"{value} ({value.GetType().Name}) but {found}");
            }
        });

        Assert.Empty(wrong);
        return compared;
    }

    private static void Read(byte[] content, Teller.Tell tell)
    {
        using MemoryStream stream = new(content);
        new NetTraceReader(stream, "test").ReadInOrder(new Teller(tell), CancellationToken.None);
    }
}
