using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Sources.Traces.Etl;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Fields of the first five events of each kind beside those that PerfView tells of them on Windows, by their names.</summary>
public sealed class EtlFieldTests
{
    public static TheoryData<string> Files => [.. EtlFiles.WithBaseline];

    // How many are equal, and all others with their reason, stand in the snapshot: a field with another name is an absent one.
    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Fields_are_those_that_the_baseline_tells(string file)
    {
        string text = EtlFiles.PathOf(file.Replace(".etl.zip", ".baseline.txt", StringComparison.Ordinal));
        EtlTrace trace = EtlFiles.Open(EtlFiles.Read(file));
        DrivePaths drives = new(trace.Volumes);
        (SeenKernelEvent Told, string[] Fields)[] listed = [.. Baseline.ReadFields(text)];
        FieldList found = new(trace, [.. listed.Select(static one => (one.Told.Micro, one.Told.Processor, one.Told.PayloadBytes))]);
        trace.Read(found, CancellationToken.None);
        ILookup<(long, int, int), Dictionary<string, JsonElement>> events = found.Events;
        int equal = 0, named = 0, absent = 0, different = 0;
        SortedSet<string> notes = new(StringComparer.Ordinal), wrong = [];
        Dictionary<(string Field, string Name), decimal> numbers = [];
        foreach ((SeenKernelEvent told, string[] fields) in listed)
        {
            // Of several events at one time and place it is the one with the most fields in common.
            FieldComparison[] all = [.. events[(told.Micro, told.Processor, told.PayloadBytes)].Select(here =>
                new FieldComparison(told.Name, drives).With(here, fields))];
            if (all.MinBy(static one => (one.Different.Count, -one.Equal)) is not { } best)
            {
                wrong.Add($"{told.Name} at {told.Micro} is not there");
                continue;
            }

            (equal, named, absent, different) = (equal + best.Equal, named + best.Named.Count, absent + best.Absent.Count, different
                + best.Different.Count);
            foreach ((string field, string theirs) in best.Absent)
            {
                string? reason = FieldNotes.ReasonOf(told.Name, field);
                if (reason is null || (reason == FieldNotes.Later && !FieldNotes.IsNothing(theirs)))
                    wrong.Add($"{told.Name} {field}, which is {theirs}, is not here");
                else
                    notes.Add($"not here    {told.Name} {field}: {reason}");
            }

            foreach ((string field, string theirs, string ours) in best.Different)
            {
                if (FieldNotes.Different.TryGetValue($"{told.Name}/{field}", out string? reason))
                    notes.Add($"different   {told.Name} {field}: {reason}");
                else
                    wrong.Add($"{told.Name} {field}: {theirs}, here {ours}");
            }

            // A name means one number.
            foreach ((string field, string name, decimal number) in best.Named)
            {
                notes.Add(string.Create(CultureInfo.InvariantCulture, $"name        {told.Name} {field}: {number} is {name}"));
                if (!numbers.TryAdd(($"{told.Name} {field}", name), number) && numbers[($"{told.Name} {field}", name)] != number
                    && !IsWithoutBits(name))
                    wrong.Add($"{told.Name} {field}: {name} is {number}, and {numbers[($"{told.Name} {field}", name)]}");
            }
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong.Take(60)));
        Snapshot.Match($"{equal} equal, {named} names of numbers, {absent} not here, {different} different\n{string.Join('\n', notes)}\n",
            $"{Path.GetFileName(file)}.fields.txt");
    }

    // A list that is cut, or bits of which PerfView names none.
    private static bool IsWithoutBits(string name) => name is "None" || name.EndsWith("...", StringComparison.Ordinal)
        || name.Contains(',', StringComparison.Ordinal);

    private sealed class FieldList(EtlTrace trace, HashSet<(long, int, int)> wanted) : INetTraceSink
    {
        private readonly PayloadJson _json = new();
        private readonly List<((long, int, int) Place, Dictionary<string, JsonElement> Fields)> _events = [];

        public ILookup<(long, int, int), Dictionary<string, JsonElement>> Events =>
            _events.ToLookup(static one => one.Place, static one => one.Fields);

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = metadata;

        public void OnEvent(in NetTraceEvent at)
        {
            double ms = (at.Header.Ticks - trace.Header.StartTicks) * 1000.0 / trace.Header.TicksPerSecond;
            (long, int, int) place = ((long)Math.Round(ms * 1000, MidpointRounding.AwayFromZero), (int)at.Header.Processor,
                at.Payload.Length);
            if (!wanted.Contains(place))
                return;
            Dictionary<string, JsonElement> fields = new(StringComparer.OrdinalIgnoreCase);
            foreach (JsonProperty one in JsonDocument.Parse(_json.Write(in at).ToString()).RootElement.EnumerateObject())
                fields.TryAdd(one.Name, one.Value);
            if (at.Metadata.Provider == KernelHook.Provider)
                AddReadElsewhere(at, fields);
            _events.Add((place, fields));
        }

        // What readers of tables take out of payloads, and not their descriptions.
        private void AddReadElsewhere(in NetTraceEvent at, Dictionary<string, JsonElement> fields)
        {
            int hook = at.Metadata.EventId;
            EtlHeader header = trace.Header;
            if (hook == EtlRecord.HeaderHook)
            {
                Add("BootTime", DateTime.FromFileTimeUtc(header.BootFileTime).ToString("O"));
                Add("StartTime", header.StartUtc.ToString("O"));
                Add("PerfFreq", header.TicksPerSecond);
                Add("ReservedFlags", header.Clock);
                Add("BuffersLost", header.BuffersLost);
                Add("SessionName", header.Texts[0]);
                Add("LogFileName", header.Texts[1]);
                Add("UtcOffsetMinutes", BitConverter.ToInt32(at.Payload[(0x38 + (2 * header.PointerSize))..]));
            }
            else if (hook >> 8 == 3 && (hook & 0xFF) is 1 or 2 or 3 or 4 or 39)
            {
                ProcessFields process = ProcessFields.Read(at.Payload, at.Metadata.Version, at.Trace.PointerSize);
                Add("ImageFileName", Encoding.UTF8.GetString(process.ImageName));
                Add("CommandLine", process.CommandLine.ToString());
            }
            else if (hook == KernelHook.Sample)
            {
                int bits = BitConverter.ToUInt16(at.Payload[(at.Trace.PointerSize + 6)..]);
                Add("ExecutingDPC", (bits & 1) != 0);
                Add("ExecutingISR", (bits & 2) != 0);
                Add("Priority", bits >> 3 & 0x1F);
                Add("Rank", bits >> 8);
                Add("ProcessorNumber", at.Header.Processor);
            }
            else if (hook == KernelHook.HardFault)
            {
                double ms = (at.Header.Ticks - BitConverter.ToInt64(at.Payload)) * 1000.0 / header.TicksPerSecond;
                Add("ElapsedTimeMSec", Math.Round((decimal)ms, 3, MidpointRounding.AwayFromZero));
            }

            void Add<T>(string name, T value) => fields.TryAdd(name, JsonSerializer.SerializeToElement(value));
        }
    }
}
