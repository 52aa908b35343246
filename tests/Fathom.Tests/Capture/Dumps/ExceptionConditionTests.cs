using Fathom.Capture.Dumps;
using Fathom.Model;
using Fathom.Model.Conditions;
using Xunit;

namespace Fathom.Tests.Capture.Dumps;

public sealed class ExceptionConditionTests
{
    [Theory]
    [InlineData("exception=*.OrderException", "Shop.OrderException", "any", true)]
    [InlineData("exception=*.OrderException", "Shop.OrderExceptions", "any", false)]
    [InlineData("exception=System.IO.*,message=*disk*", "System.IO.IOException", "the disk is full", true)]
    [InlineData("exception=System.IO.*,message=*disk*", "System.IO.IOException", "it is locked", false)]
    [InlineData("message=*disk*", "Other", "the disk is full", true)]
    [InlineData("exception=*,!*.OperationCanceledException", "System.OperationCanceledException", "", false)]
    public void Type_and_message_are_patterns(string text, string type, string message, bool matches) =>
        Assert.Equal(matches, ExceptionCondition.Parse(Condition.Parse("--when", text))!.Matches(type, message));

    [Fact]
    public void A_condition_about_something_else_is_none() => Assert.Null(ExceptionCondition.Parse(Condition.Parse("--when", "threads=3..")));

    [Fact]
    public void Exceptions_and_metrics_do_not_mix() =>
        Assert.Equal(ExitCode.Usage, Assert.Throws<FathomException>(() => ExceptionCondition.Parse(Condition.Parse("--when", "exception=A,threads=3.."))).ExitCode);
}
