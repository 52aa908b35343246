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
        Assert.Equal(expected, MaintenanceRule.Judge(Facts(commit, product, archived, statement), s_known, s_today).State);

    [Fact]
    public void The_reason_names_the_fact_and_its_date()
    {
        Assert.Equal("last change of the library known: 2025-08-20", MaintenanceRule.Judge(Facts("2026-08-01", "2025-08-20", false, ""), s_known, s_today).Reason);
        Assert.Equal("last change of the library known: 2025-09-24; facts end 2026-08-22", MaintenanceRule.Judge(Facts("2026-08-01", "2025-09-24", false, ""), s_known, s_today).Reason);
        Assert.Equal("its author: \"use another one\"", MaintenanceRule.Judge(Facts(null, null, false, "use another one"), s_known, s_today).Reason);
    }

    private static LibraryFacts Facts(string? commit, string? product, bool archived, string statement) =>
        new("Lib", "", "", "1.0", null, Day(commit), Day(product), archived, statement, "", "", "");

    private static DateOnly? Day(string? text) => text is null ? null : DateOnly.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
}
