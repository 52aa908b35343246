using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Model.Conditions;
using Xunit;

namespace Fathom.Tests.Capture.Triggers;

public sealed class ExceptionConditionTests
{
    [Theory]
    [InlineData("exception=*.OrderException", "Shop.OrderException", "any", true)]
    [InlineData("exception=*.OrderException", "Shop.OrderExceptions", "any", false)]
    [InlineData("exception=System.IO.*,message=*disk*", "System.IO.IOException", "the disk is full", true)]
    [InlineData("exception=System.IO.*,message=*disk*", "System.IO.IOException", "it is locked", false)]
    [InlineData("message=*disk*", "Other", "the disk is full", true)]
    [InlineData("exception=*,!*.OperationCanceledException", "System.OperationCanceledException", "", false)]
    [InlineData("exception=AppException", "P+AppException", "", true)]
    [InlineData("exception=AppException", "Shop.P+AppException", "", true)]
    [InlineData("exception=P+AppException", "P+AppException", "", true)]
    [InlineData("exception=P+AppException", "AppException", "", true)]
    [InlineData("exception=Shop.P+Q+App*", "AppException", "", true)]
    [InlineData("exception=P+AppException", "Q+AppException", "", false)]
    [InlineData("exception=P+AppException", "Shop.AppException", "", false)]
    [InlineData("exception=P+AppException", "Other", "", false)]
    [InlineData("exception=*,!AppException", "P+AppException", "", false)]
    [InlineData("exception=*,!P+AppException", "AppException", "", false)]
    [InlineData("exception=*,!P+AppException", "Other", "", true)]
    public void Type_and_message_are_patterns(string text, string type, string message, bool matches) =>
        Assert.Equal(matches, ExceptionCondition.Parse(Condition.Parse("--when", text))!.Matches(type, message));

    [Fact]
    public void A_pattern_that_no_type_fitted_is_told_with_what_was_thrown_instead()
    {
        ExceptionsSeen seen = new([.. new[] { "exception=Shop.Refusd", "exception=P+AppException,message=x" }.Select(static text => ExceptionCondition.Parse(Condition.Parse("--when", text))!)]);
        Assert.Equal(
            ["'exception=Shop.Refusd' matched no type: no exception was thrown while it waited.",
                "'exception=P+AppException,message=x' matched no type: no exception was thrown while it waited."], seen.Unmet());

        foreach (string type in (string[])["Shop.Refused", "AppException", "Shop.Refused"])
            seen.Add(type);

        Assert.Equal(["'exception=Shop.Refusd' matched no type; 3 exceptions were thrown while it waited: 2 Shop.Refused, 1 AppException."], seen.Unmet());
    }

    [Fact]
    public void A_condition_about_something_else_is_none() => Assert.Null(ExceptionCondition.Parse(Condition.Parse("--when", "threads=3..")));

    [Fact]
    public void Exceptions_and_metrics_do_not_mix() =>
        Assert.Equal(ExitCode.Usage, Assert.Throws<FathomException>(() => ExceptionCondition.Parse(Condition.Parse("--when", "exception=A,threads=3.."))).ExitCode);
}
