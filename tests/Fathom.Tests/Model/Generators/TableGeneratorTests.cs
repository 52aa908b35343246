using Fathom.TestSupport;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Fathom.Tests.Model.Generators;

public sealed class TableGeneratorTests
{
    private const string Every = """
        /// <summary>A row with every type of column,
        /// &lt;present&gt; and "absent".</summary>
        [Table("every_type", "test", "text", "gen0_count")]
        public readonly partial record struct EveryRow(
            [Column("A truth value.")] bool Flag,
            [Column("Whole, " + "in two pieces.")] int Gen0Count,
            [Column("Long.")] long SizeBytes,
            [Column("An id.")] uint ProcessId,
            [Column("An address.")] ulong Address,
            [Column("A share of \"it\".")] double Share,
            [Column("A text.")] TextId Text,
            [Column("A text that may be absent.", Nullable = true)] TextId @Class,
            [Column("Maybe true.")] bool? MaybeFlag,
            [Column("Maybe a number.")] int? MaybeCount,
            [Column("Maybe long.")] long? MaybeBytes,
            [Column("Maybe an id.")] uint? MaybeId,
            [Column("Maybe an address.")] ulong? MaybeAddress,
            [Column("Maybe a share.")] double? MaybeShare = null)
        {
            public bool IsLarge => SizeBytes > 100;
        }
        """;

    [Fact]
    public void A_declaration_gives_the_schema_and_the_code_that_fills_the_columns()
    {
        GeneratorRun run = new(Every);

        Assert.Empty(run.Problems);
        Assert.Empty(run.CompilerErrors);
        Snapshot.Match(Assert.Single(run.Sources), "every-type.cs.txt");
    }

    [Fact]
    public void A_table_without_sort_key_keeps_the_order_of_writing()
    {
        GeneratorRun run = new("""
            /// <summary>A row.</summary>
            [Table("one", "test")]
            public readonly partial record struct OneRow([Column("An id.")] uint Id);
            """);

        Assert.Empty(run.CompilerErrors);
        Assert.Contains("        []);", Assert.Single(run.Sources), StringComparison.Ordinal);
    }

    [Fact]
    public void A_change_elsewhere_makes_no_table_anew()
    {
        GeneratorRun run = new(Every);

        IReadOnlyList<IncrementalStepRunReason> reasons = run.AddFile("public class Elsewhere;");

        Assert.All(reasons, reason => Assert.True(reason is IncrementalStepRunReason.Unchanged or IncrementalStepRunReason.Cached, $"{reason}"));
    }
}
