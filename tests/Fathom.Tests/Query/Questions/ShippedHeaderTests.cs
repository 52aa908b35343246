using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Xunit;

namespace Fathom.Tests.Query.Questions;

/// <summary>What every shipped query declares is what its SQL has.</summary>
public sealed class ShippedHeaderTests(ShippedHeaderTests.Empty empty) : IClassFixture<ShippedHeaderTests.Empty>
{
    public static TheoryData<string> Queries => [.. NamedQuery.All];

    public static TheoryData<string> WithTotals => [.. NamedQuery.All.Where(static name => NamedQuery.Of(name).Header.Totals is not null)];

    public static TheoryData<string> Compared => [.. NamedQuery.All.Where(static name => NamedQuery.Of(name).Header.Compared is not null)];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Queries))]
    public void The_columns_and_parameters_of_a_header_are_those_of_the_SQL(string query)
    {
        // A statement refuses values for parameters that it has not, and needs one for each that it has.
        ResultTable answer = empty.Session.Ask(NamedQuery.Of(query).Sql, ShippedParameters.Of(query), TestContext.Current.CancellationToken);

        Assert.Equal(
            answer.Columns.Select(static column => $"{column.Name} {column.Kind}"),
            NamedQuery.Of(query).Header.Columns.Select(static declared => $"{declared.Column.Name} {declared.Column.Kind}"));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Queries))]
    public void An_answer_has_the_columns_of_the_header(string query) =>
        Assert.Equal(NamedQuery.Of(query).Shape.Columns, empty.Session.Run(query, TestContext.Current.CancellationToken, ShippedParameters.Of(query)).Columns);

    [Theory]
    [MemberData(nameof(WithTotals))]
    public void The_totals_of_a_query_are_told_by_their_rows_and_asked_with_its_own_parameters(string query)
    {
        QueryHeader header = NamedQuery.Of(query).Header, totals = NamedQuery.Of(header.Totals!).Header;

        Assert.NotEmpty(totals.Rows);
        Assert.Empty(totals.Parameters.Select(static parameter => parameter.Name).Except(header.Parameters.Select(static parameter => parameter.Name)));
    }

    [Theory]
    [MemberData(nameof(Compared))]
    public void Rows_are_compared_by_names_and_in_numbers_and_no_figure_stands_twice(string query)
    {
        QueryHeader header = NamedQuery.Of(query).Header;
        ComparedColumns compared = header.Compared!;

        Assert.All(compared.Same, name => Assert.Equal(CellKind.Text, Of(name).Kind));
        Assert.All(compared.Figures, name => Assert.True(Of(name).Kind is CellKind.Integer or CellKind.Real, name));
        Assert.Equal(compared.Figures.Distinct(), compared.Figures);
        // When something was is no figure of it.
        Assert.DoesNotContain(compared.Figures, static name => name is "start_ns" or "end_ns" or "first_ns" or "last_ns" or "pid" or "tid");

        ResultColumn Of(string name) => header.Columns.Single(column => column.Column.Name == name).Column;
    }

    /// <summary>A session that has every table and no row.</summary>
    public sealed class Empty : IDisposable
    {
        public QuerySession Session { get; } = QuerySession.Open();

        public void Dispose() => Session.Dispose();
    }
}
