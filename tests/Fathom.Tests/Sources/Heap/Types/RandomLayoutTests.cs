using Fathom.TestSupport;
using Fathom.TestSupport.RealPrograms;
using Fathom.Tests.Sources.Heap.Graph.Oracle;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Types;

/// <summary>ClrMD judges the references of a program whose types are made up at random, and a mark over its references what is alive and retained.</summary>
public sealed class RandomLayoutTests
{
    private const int Retained = 40;

    [Fact]
    [Trait("Category", "Slow")]
    public void References_of_random_types_are_those_that_ClrMD_finds() => Compare(1, 120, Retained);

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [Trait("Category", "Long")]
    public void References_of_500_random_types_are_those_that_ClrMD_finds(int seed) => Compare(seed, 500, 200);

    private static void Compare(int seed, int types, int retained)
    {
        using CompiledProgram program = new(RandomLayouts.Of(seed, types));
        using SampleProcess sample = SampleProcess.Start(program.Start);
        using CoreFileOf core = new(sample.Pid);

        CoreGraphs graphs = CoreGraphs.Read(core.File, TestContext.Current.CancellationToken);
        GraphComparison comparison = new(graphs.Graph, graphs.Oracle, TestContext.Current.CancellationToken);
        int equal = graphs.CompareRetained(retained, comparison.Wrong, TestContext.Current.CancellationToken);

        TestContext.Current.TestOutputHelper?.WriteLine(
            $"seed {seed}: {types} layouts, {comparison.Objects} objects, {comparison.EqualTypes} of {comparison.Types} "
            + $"types and {comparison.EqualReferences} of {graphs.Oracle.ReferenceCount} references equal, "
            + $"{comparison.EqualLive} live or dead as for ClrMD ({comparison.LiveObjects} live), retained equal {equal} of {retained}");
        Assert.Empty(comparison.Wrong);
        Assert.True(graphs.Loss.IsNone, $"{graphs.Loss}");
        Assert.Equal((comparison.Types, graphs.Oracle.ReferenceCount, comparison.Objects, retained), (comparison.EqualTypes, comparison.EqualReferences, comparison.EqualLive, equal));

        // Arrays of structs with references, most of which have the first one behind the first 8 bytes.
        Assert.True(comparison.Types > 3 * types, $"Only {comparison.Types} types were met.");
    }
}
