using Fathom.Query.Info;
using Xunit;

namespace Fathom.Tests.Query.Info;

/// <summary>Names of files that tell of a test. The forms are those that ETWAnalyzer documents.</summary>
public sealed class TestRunNameTests
{
    [Theory]
    [InlineData("CallupAdhocColdReadingCR_11341msDEFOR09T121SRV.20200717-124447.etl", "CallupAdhocColdReadingCR", 11341, "DEFOR09T121SRV", null, null, "2020-07-17T12:44:47")]
    [InlineData("OpenCase_1200ms_PC7_CLT_TestStatus-Passed_20240131-093000.json7z", "OpenCase", 1200, "PC7", "CLT", "Passed", "2024-01-31T09:30:00")]
    [InlineData("Open_Case_Warm_9ms_PC7_SRV_TestStatus-Failed_20240131-093000.fathom", "Open_Case_Warm", 9, "PC7", "SRV", "Failed", "2024-01-31T09:30:00")]
    [InlineData("Start_5ms_SINGLE_TestStatus-Passed_20240131-093000", "Start", 5, null, "SINGLE", "Passed", "2024-01-31T09:30:00")]
    [InlineData("Start_5msPC.20249931-093000", "Start", 5, "PC", null, null, null)]
    public void A_name_tells_test_duration_machine_role_status_and_time(string name, string test, long ms, string? machine, string? role, string? status, string? at)
    {
        TestRunName found = TestRunName.Of(name)!;

        Assert.Equal((test, ms, machine, role, status), (found.Test, found.DurationMs, found.Machine, found.Role, found.Status));
        Assert.Equal(at, found.At?.ToString("s"));
    }

    [Theory]
    [InlineData("app.fathom")]
    [InlineData("trace_20240131-093000.etl")]
    [InlineData("Open_1200_PC7_20240131-093000.etl")]
    [InlineData("_12ms.20240131-093000")]
    [InlineData("Open_1200ms_PC7")]
    [InlineData("")]
    public void Other_names_tell_nothing(string name) => Assert.Null(TestRunName.Of(name));

    [Fact]
    public void A_long_name_is_not_looked_at_for_long() => Assert.Null(TestRunName.Of(string.Concat(Enumerable.Repeat("_1ms", 250))));
}
