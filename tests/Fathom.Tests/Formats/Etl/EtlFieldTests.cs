using System.Globalization;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Fields of the first five events of each kind beside those that PerfView tells of them on Windows, by their names.</summary>
public sealed class EtlFieldTests
{
    // What PerfView tells otherwise than the bytes say, or the schema in the file does.
    private static readonly Dictionary<string, string> s_known = new()
    {
        ["KernelTraceControl/ImageID/ProcessID"] = "it says 0, and that the event is of process 4",
        ["Microsoft-Windows-Kernel-File/Create/CreateOptions"] = "its high byte is the disposition, which PerfView tells apart",
        ["Microsoft-Windows-DNS-Client/DnsServerForInterface/Address"] = "bytes of a socket's address, which the schema calls binary",
        ["Microsoft-Windows-DNS-Client/EventID(1001)/Address"] = "bytes of a socket's address, which the schema calls binary",
    };

    public static TheoryData<string> Files => [.. EtlFiles.WithBaseline];

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Fields_are_those_that_the_baseline_tells(string file)
    {
        string text = EtlFiles.PathOf(file.Replace(".etl.zip", ".baseline.txt", StringComparison.Ordinal));
        EtlTrace trace = EtlFiles.Open(EtlFiles.Read(file));
        (SeenKernelEvent Told, string[] Fields)[] listed = [.. Baseline.ReadFields(text)];
        FieldList found = new(trace, [.. listed.Select(static one => (one.Told.Micro, one.Told.Processor, one.Told.PayloadBytes))]);
        trace.Read(found, CancellationToken.None);
        ILookup<(long, int, int), string> events = found.Events;
        int equal = 0, other = 0, absent = 0;
        SortedSet<string> wrong = [];
        foreach ((SeenKernelEvent told, string[] fields) in listed)
        {
            string[] here = [.. events[(told.Micro, told.Processor, told.PayloadBytes)]];
            // Of several events at one time and place it is the one with the most fields in common.
            FieldComparison[] all = [.. here.Select(json => FieldComparison.Of(json, fields))];
            if (all.Length == 0)
                continue;
            FieldComparison best = all.MinBy(static one => (one.Different.Count, -one.Equal))!;
            (equal, other, absent) = (equal + best.Equal, other + best.OtherForm, absent + best.Absent);
            foreach ((string field, string theirs, string ours) in best.Different)
            {
                if (!s_known.ContainsKey($"{told.Name}/{field}"))
                    wrong.Add($"{told.Name}/{field}: {theirs}, here {ours}");
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{file}: {equal} equal, {other} in another form, {absent} that Fathom has not");
        Assert.True(equal > 3 && wrong.Count == 0, string.Join('\n', wrong.Take(60)));
    }

    private sealed class FieldList(EtlTrace trace, HashSet<(long, int, int)> wanted) : INetTraceSink
    {
        private readonly PayloadJson _json = new();
        private readonly List<((long, int, int) Place, string Fields)> _events = [];

        public ILookup<(long, int, int), string> Events => _events.ToLookup(static one => one.Place, static one => one.Fields);

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = metadata;

        public void OnEvent(in NetTraceEvent at)
        {
            double ms = (at.Header.Ticks - trace.Header.StartTicks) * 1000.0 / trace.Header.TicksPerSecond;
            (long, int, int) place = ((long)Math.Round(ms * 1000, MidpointRounding.AwayFromZero), (int)at.Header.Processor, at.Payload.Length);
            if (wanted.Contains(place))
                _events.Add((place, _json.Write(in at).ToString()));
        }
    }

    private sealed record FieldComparison(int Equal, int OtherForm, int Absent, List<(string Field, string Theirs, string Ours)> Different)
    {
        public static FieldComparison Of(string json, string[] fields)
        {
            Dictionary<string, JsonElement> ours = new(StringComparer.OrdinalIgnoreCase);
            foreach (JsonProperty one in JsonDocument.Parse(json).RootElement.EnumerateObject())
                ours.TryAdd(one.Name, one.Value);
            int equal = 0, other = 0, absent = 0;
            List<(string, string, string)> different = [];
            foreach (string field in fields)
            {
                string name = field[..field.IndexOf('=')], value = field[(name.Length + 1)..];
                if (!ours.TryGetValue(name, out JsonElement here))
                    absent++;
                else if (Same(value, here) is not { } same)
                    other++;
                else if (same)
                    equal++;
                else
                    different.Add((name, value, here.ToString()));
            }

            return new FieldComparison(equal, other, absent, different);
        }

        // Null where one is a name or a date, and the other a number.
        private static bool? Same(string theirs, JsonElement ours)
        {
            if (ours.ValueKind == JsonValueKind.String)
            {
                string text = ours.GetString()!;
                if (theirs.Length == 0 && text.Length > 0)
                    return null;
                return theirs.EndsWith("...", StringComparison.Ordinal)
                    ? text.StartsWith(theirs[..^3], StringComparison.OrdinalIgnoreCase) ? true : IsPlain(theirs) ? false : null
                    : theirs.Equals(text.Trim(), StringComparison.OrdinalIgnoreCase) || theirs.Trim() == text.Trim()
                        ? true : IsPlain(theirs) ? false : null;
            }

            if (theirs is "True" or "False")
                return ours.ValueKind is JsonValueKind.True or JsonValueKind.False
                    ? ours.GetBoolean() == (theirs == "True") : ours.ValueKind == JsonValueKind.Number ? ours.GetDecimal() != 0 == (theirs == "True") : null;
            if (ours.ValueKind != JsonValueKind.Number)
                return null;
            decimal number = ours.GetDecimal();
            if (theirs.StartsWith("0x", StringComparison.Ordinal))
                return ulong.TryParse(theirs[2..], NumberStyles.HexNumber, CultureInfo.InvariantCulture, out ulong hex) ? hex == number : null;
            if (!decimal.TryParse(theirs, NumberStyles.Number, CultureInfo.InvariantCulture, out decimal told))
                return null;
            return told == number || (told < 0 && (told + 4_294_967_296m == number || told + 18_446_744_073_709_551_616m == number
                || told + 65_536m == number || told + 256m == number));
        }

        // No path, whose drive one of the two does not tell, no date and no list of names.
        private static bool IsPlain(string text) => !text.Contains('\\', StringComparison.Ordinal) && !text.Contains('/', StringComparison.Ordinal)
            && !text.Contains(',', StringComparison.Ordinal) && !text.StartsWith('[') && text.Length > 0;
    }
}
