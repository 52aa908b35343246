using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Xunit;

namespace Fathom.Tests.Query.Questions;

public sealed class SqlQuestionTests
{
    [Fact]
    public void The_totals_of_a_question_are_asked_with_those_of_its_values_that_they_have_parameters_for()
    {
        SqlQuestion totals = SqlQuestion.Between("heap/diff", 3, 4, QueryParameter.Of("live", 0)).Totals!;

        Assert.Equal("heap/diff_totals", totals.Query);
        Assert.Equal([QueryParameter.Of("a", 3), QueryParameter.Of("b", 4)], totals.Values);
    }

    [Fact]
    public void A_question_without_totals_has_none() => Assert.Null(SqlQuestion.About("runtime/handles").Totals);

    [Fact]
    public void A_question_may_have_the_totals_of_another_query()
    {
        SqlQuestion plain = SqlQuestion.Between("heap/diff"), live = plain.WithTotals("heap/live_diff_totals");

        Assert.Equal(("heap/diff_totals", "heap/live_diff_totals"), (plain.Totals!.Query, live.Totals!.Query));
        Assert.Equal(["free", "allocated", "total"], plain.Shape.TotalsRows);
        Assert.Equal(["live", "dead", "not_known", "total"], live.Shape.TotalsRows);
        Assert.Equal(plain.Shape.Columns, live.Shape.Columns);
    }

    [Fact]
    public void A_question_is_about_its_recordings()
    {
        Assert.Equal([2], SqlQuestion.About("heap/strings", 2, QueryParameter.Of("min_count", 7)).Recordings);
        Assert.Equal([0, 1], SqlQuestion.Between("heap/strings_diff").Recordings);
    }

    [Theory]
    [InlineData(HeapPopulation.All, "heap/types", "heap/totals")]
    [InlineData(HeapPopulation.Live, "heap/live_types", "heap/live_totals")]
    [InlineData(HeapPopulation.Dead, "heap/live_types", "heap/live_totals")]
    public void A_division_of_a_heap_asks_the_query_of_its_objects(HeapPopulation population, string query, string totals)
    {
        SqlQuestion question = new HeapDivision("load_context", "heap/types", "heap/live_types", "load_context").Of(population);

        Assert.Equal((query, totals), (question.Query, question.Totals!.Query));
        Assert.Equal(["load_context"], HeapDivision.Types.Of(population).Shape.Hidden);
        Assert.Empty(question.Shape.Hidden);
        Assert.Equal(population == HeapPopulation.Dead ? [1L] : population == HeapPopulation.Live ? [0L] : Array.Empty<long>(), question.Values.Skip(1).Select(static value => value.Value.Integer));
    }

    [Fact]
    public void Columns_of_a_shape_are_shown_hidden_and_left_out_by_name()
    {
        ResultShape shape = new([new("a", CellKind.Text), new("b", CellKind.Text), new("c", CellKind.Text)]) { Hidden = ["a", "b"] };

        Assert.Equal(["b"], shape.Showing("a").Hidden);
        Assert.Equal(["a", "b", "c"], shape.Hiding("c").Hidden);
        Assert.Equal(["b", "c"], shape.Without("a").Columns.Select(static column => column.Name));
        Assert.Equal(["b"], shape.Without("a").Hidden);
    }
}
