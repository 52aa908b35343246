using Fathom.Serializers.Facts;
using Xunit;

namespace Fathom.Tests.Serializers;

public sealed class MaintenanceRuleTests
{
    private static readonly DateOnly s_known = new(2026, 8, 22), s_today = new(2026, 11, 22);

    // Any of the four conditions is enough, whatever the others say.
    [Theory]
    [InlineData("2026-08-01", "2026-08-01", false, "", MaintenanceState.Active)]
    [InlineData("2025-08-20", "2025-08-20", false, "", MaintenanceState.Maintenance)]
    [InlineData("2026-08-01", "2025-08-20", false, "", MaintenanceState.Maintenance)]
    [InlineData("2026-08-01", "2026-08-01", true, "", MaintenanceState.Maintenance)]
    [InlineData("2026-08-01", "2026-08-01", false, "use another one", MaintenanceState.Maintenance)]
    [InlineData("2026-08-01", "2025-09-24", false, "", MaintenanceState.Unclear)]
    [InlineData("2026-08-01", null, false, "", MaintenanceState.Active)]
    [InlineData(null, null, false, "", MaintenanceState.Unknown)]
    public void The_rule(string? commit, string? product, bool archived, string statement, MaintenanceState expected) =>
        Assert.Equal(expected, Judge(Facts(commit, product, archived, statement)).State);

    // A release is a change of the library; the package used here shows that there was one, not that there was no later one.
    [Theory]
    [InlineData("2024-01-01", "2026-03-01", null, MaintenanceState.Active)]
    [InlineData("2024-01-01", "2025-01-01", null, MaintenanceState.Maintenance)]
    [InlineData("2024-01-01", null, "2026-11-11", MaintenanceState.Active)]
    [InlineData("2024-01-01", null, "2024-12-23", MaintenanceState.Maintenance)]
    [InlineData(null, null, "2026-11-11", MaintenanceState.Active)]
    [InlineData(null, null, "2023-11-15", MaintenanceState.Unknown)]
    [InlineData(null, "2025-09-24", "2023-11-15", MaintenanceState.Unclear)]
    public void Releases_count_as_changes(string? commits, string? release, string? package, MaintenanceState expected) =>
        Assert.Equal(expected, Judge(Facts(commits, commits, false, "") with { LastReleaseDate = Day(release) }, package).State);

    [Fact]
    public void A_day_less_than_a_year_is_active_and_a_year_and_a_day_is_not()
    {
        Assert.Equal(MaintenanceState.Active, Judge(Facts("2025-11-22", "2025-11-22", false, "")).State);
        Assert.Equal(MaintenanceState.Unclear, Judge(Facts("2025-11-21", "2025-11-21", false, "")).State);
        Assert.Equal(MaintenanceState.Unclear, Judge(Facts("2025-08-22", "2025-08-22", false, "")).State);
        Assert.Equal(MaintenanceState.Maintenance, Judge(Facts("2025-08-21", "2025-08-21", false, "")).State);
    }

    [Fact]
    public void The_reason_names_the_fact_its_date_and_the_day_that_the_facts_reach_to()
    {
        Assert.Equal("last change of the library: 2025-08-20; facts end 2026-08-22", Judge(Facts("2026-08-01", "2025-08-20", false, "")).Reason);
        Assert.Equal("last commit: 2025-08-01; facts end 2026-08-22", Judge(Facts("2025-08-01", "2025-08-20", false, "")).Reason);
        Assert.Equal("its author: \"use another one\" (README.md); facts end 2026-08-22", Judge(Facts(null, null, false, "use another one")).Reason);
        Assert.Equal("its repository is archived; facts end 2026-08-22", Judge(Facts("2026-08-01", "2026-08-01", true, "")).Reason);
        Assert.Equal("last release known, the package used here: 2026-11-11; facts end 2026-08-22", Judge(null, "2026-11-11").Reason);
        Assert.Equal("the package used here is of 2023-11-15, what came after it is not known; facts end 2026-08-22", Judge(null, "2023-11-15").Reason);
        Assert.Equal("no release and no commit is known; facts end 2026-08-22", Judge(null).Reason);
    }

    private static MaintenanceJudgement Judge(LibraryFacts? facts, string? package = null) => MaintenanceRule.Judge(facts, Day(package), s_known, s_today);

    private static LibraryFacts Facts(string? commit, string? product, bool archived, string statement) =>
        new("Lib", "", "", "1.0", null, Day(commit), Day(product), archived, statement, statement.Length > 0 ? "README.md" : "", null, "", "");

    private static DateOnly? Day(string? text) => text is null ? null : DateOnly.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
}
