using Fathom.Model.Recording;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Sources.RuntimeTables;
using Fathom.Sources.Targets.Reading;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap.Roots;
using Xunit;

namespace Fathom.Tests.Sources.RuntimeTables;

/// <summary>Reads the sample Leftovers, which keeps exact numbers of handles and of objects with finalizers, and a load context that should be gone.</summary>
public sealed class LiveRuntimeTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation")]
    [InlineData("server, adapting (DATAS)")]
    public void Handles_of_all_kinds_are_counted_whatever_heap_of_the_GC_they_belong_to(string mode)
    {
        using SampleProcess sample = HeapRootsProcess.Start(mode);

        ResultTable handles = Read(sample, "runtime/handles");

        Assert.Equal(
            [
                ("async_pinned", "HeapRoots.HeldByAsyncPinnedHandle[]", 4L),
                ("pinned", "HeapRoots.HeldByPinnedHandle[]", 5L),
                ("sized_ref", "HeapRoots.HeldBySizedRefHandle", 3L),
                ("strong", "HeapRoots.HeldByStrongHandle", 7L),
            ],
            handles.Rows
                .Where(static row => row[0].Text is not ("dependent" or "weak_short" or "weak_long") && row[1].ToString().StartsWith("HeapRoots.Held", StringComparison.Ordinal))
                .Select(static row => (row[0].Text, row[1].Text, row[3].Integer))
                .OrderBy(static row => row.Item1, StringComparer.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Handles_are_counted_by_kind_and_type_of_both_objects()
    {
        using SampleProcess sample = SampleProcess.Start("Leftovers");

        ResultTable handles = Read(sample, "runtime/handles");

        (string Kind, string? Dependent, long Count)[] own = [.. handles.Rows
            .Where(static row => row[1].ToString() == "Leftovers.Held")
            .Select(static row => (row[0].Text, row[2].IsNull ? null : row[2].Text, row[3].Integer))
            .OrderBy(static row => row.Item1, StringComparer.Ordinal)];
        Assert.Equal(
            [
                ("dependent", "Leftovers.Attached", Fact("dependent")),
                ("pinned", null, Fact("pinned")),
                ("strong", null, Fact("strong")),
                ("weak_long", null, Fact("weak_long")),
                ("weak_short", null, Fact("weak_short")),
            ],
            own);

        long Fact(string name) => sample.Facts.GetProperty(name).GetInt64();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Objects_with_finalizers_are_registered_suppressed_or_ready()
    {
        using SampleProcess sample = SampleProcess.Start("Leftovers");

        ResultTable finalizables = Read(sample, "runtime/finalizables");

        Assert.Equal(
            [("ready", "Leftovers.Waiting", 20L), ("registered", "Leftovers.WithFinalizer", 100L), ("suppressed", "Leftovers.Suppressed", 7L)],
            finalizables.Rows.Where(static row => row[1].Text.StartsWith("Leftovers.", StringComparison.Ordinal)).Select(static row => (row[0].Text, row[1].Text, row[2].Integer)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_module_of_an_unloaded_context_that_is_still_held_is_told_from_one_in_use()
    {
        using SampleProcess sample = SampleProcess.Start("Leftovers");

        ResultTable modules = Read(sample, "runtime/modules");

        Assert.Equal(
            [("forgotten", true, true), ("in-use", true, false), ("", false, false)],
            modules.Rows.Where(static row => row[0].Text == "Leftovers.dll").Select(static row => (row[1].ToString(), row[3].Boolean, row[4].Boolean))
                .OrderByDescending(static row => row.Item3).ThenByDescending(static row => row.Item2));
        Assert.Single(modules.Rows, static row => row[4].Boolean);
    }

    private static ResultTable Read(SampleProcess sample, string query)
    {
        using RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions("fathom heap handles"));
        new LiveRuntimeExtractor(sample.Pid, new LookOptions()).Run(writer, new Progress<Progress>(), TestContext.Current.CancellationToken);
        writer.Commit();
        using RecordingReader reader = RecordingReader.Open(writer.Folder);
        using QuerySession session = QuerySession.Open(reader);
        return session.Run(query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", 0));
    }
}
