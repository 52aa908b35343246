using System.Text.Json;
using Fathom.Formats.GcDump;
using Fathom.Model.Graph;
using Fathom.Sources.Traces.GcDump;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Traces.GcDump;

/// <summary>
/// A gcdump of sample ThreadStatics, which lies in the repository: eng/make-test-data makes it of the runtime's own events, with readers and writers that are
/// not ours. Beside it lies what the sample itself said that it holds.
/// </summary>
public sealed class SmallGcDumpTests
{
    private static string Folder => Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Sources", "Traces", "GcDump", "data");

    private static string Dump => Path.Combine(Folder, "threadstatics.gcdump");

    private static string Said => Path.Combine(Folder, "threadstatics.json");

    [Fact]
    public void It_holds_the_objects_that_the_sample_says_and_their_roots_reach_them()
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        GcDumpFile dump = GcDumpReader.Read(Dump, stop);
        (ObjectGraph graph, _) = GcDumpObjectGraph.Build(dump, GcDumpUsage.Count(dump, stop), 1, stop);
        ObjectBits live = Reachability.FromRoots(graph, stop);
        using JsonDocument said = JsonDocument.Parse(File.ReadAllText(Said));

        JsonProperty[] held = [.. said.RootElement.GetProperty("held").EnumerateObject()];
        Assert.Equal(9, held.Length);
        Assert.All(held, type => Assert.Equal((type.Name, type.Value.GetInt32(), type.Value.GetInt32()), (type.Name, Count(graph, null, type.Name), Count(graph, live, type.Name))));
        Assert.All(said.RootElement.GetProperty("dead").EnumerateObject(), type => Assert.Equal(0, Count(graph, null, type.Name)));
        Assert.Equal(said.RootElement.GetProperty("objects").GetInt32(), graph.ObjectCount);
        Assert.True(graph.Gaps.LeaveWhole(live));
        Assert.True(new FileInfo(Dump).Length < 1 << 20);
    }

    /// <summary>Makes the file anew: only where that is asked for.</summary>
    [Fact(Explicit = true)]
    public void Make()
    {
        Directory.CreateDirectory(Folder);
        using SampleProcess sample = SampleProcess.Start("ThreadStatics");
        GcDumpOfEvents dump = GcDumpOfEvents.Of(sample.Pid);
        dump.Write(Dump);
        File.WriteAllText(
            Said, $"{{\"objects\":{dump.ObjectCount},\"held\":{sample.Facts.GetProperty("held").GetRawText()},\"dead\":{sample.Facts.GetProperty("dead").GetRawText()}}}\n");
    }

    private static int Count(ObjectGraph graph, ObjectBits? set, string type)
    {
        int count = 0;
        for (uint number = 0; number < graph.ObjectCount; number++)
            count += set?[number] != false && graph.Types[(int)graph.TypeOf(number)].Name == type ? 1 : 0;
        return count;
    }
}
