using Fathom.Formats.Etl;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Windows traces beside what PerfView says of them on Windows.</summary>
public sealed class EtlBaselineTests
{
    public static TheoryData<string> Files => [.. EtlFiles.WithBaseline];

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Every_line_of_a_baseline_is_in_the_trace(string file)
    {
        Baseline baseline = Baseline.Read(EtlFiles.PathOf(file.Replace(".etl.zip", ".baseline.txt", StringComparison.Ordinal)));
        EtlTrace trace = EtlFiles.Open(EtlFiles.Read(file));
        EventList found = new(trace);
        trace.Read(found, CancellationToken.None);
        ILookup<(long, int, int), SeenKernelEvent> byPlace = found.Events.ToLookup(static one => (one.Micro, one.Processor,
            one.PayloadBytes));
        Dictionary<string, int> counts = found.Events.CountBy(static one => one.Name).ToDictionary();
        List<string> wrong = [];
        Dictionary<string, HashSet<string>> names = [];

        // The two name their kinds differently, so what they call one is found by the places of its first events.
        foreach (SeenKernelEvent told in baseline.Events)
        {
            SeenKernelEvent[] here = [.. byPlace[(told.Micro, told.Processor, told.PayloadBytes)]];
            if (here.Length == 0)
                wrong.Add($"no event at {told}");
            else if (!here.Any(one => (IsSame(told.Pid, one.Pid) || IsOfService(told)) && (IsSame(told.Tid, one.Tid)
                || ReadsWrongThread(told))))
                wrong.Add($"another thread: {told}, here {here[0]}");
            HashSet<string> called = [.. here.Select(static one => one.Name)];
            if (names.TryGetValue(told.Name, out HashSet<string>? before))
                before.IntersectWith(called);
            else
                names.Add(told.Name, called);
        }

        foreach ((string name, int count) in baseline.Counts)
        {
            string[] candidates = [.. names.GetValueOrDefault(name, []).Order(StringComparer.Ordinal)];
            if (!candidates.Any(candidate => counts[candidate] == count))
                wrong.Add($"{name}: {count}, here {string.Join(", ", candidates.Select(candidate => $"{candidate} {counts[candidate]}"))}");
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{baseline.Events.Count} events, {baseline.Counts.Count} counts");
        Assert.True(baseline.Events.Count > 5 && wrong.Count == 0, string.Join('\n', wrong));
    }

    // Where it tells none, Fathom may know it from the fields of the event.
    private static bool IsSame(int told, int here) => told == -1 || told == here;

    // It says that these are of the service that they describe, not of who wrote them.
    private static bool IsOfService(SeenKernelEvent told) => told.Name == "Windows Kernel/SystemConfig/Services";

    // Of this one it takes a part of an address for the thread.
    private static bool ReadsWrongThread(SeenKernelEvent told) => told.Name == "Windows Kernel/DiskIO/FlushBuffers";
}
