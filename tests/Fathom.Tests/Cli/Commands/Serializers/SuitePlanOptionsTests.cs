using Fathom.Cli.Commands.Serializers;
using Fathom.Model;
using Fathom.Serializers.Plans;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>How thoroughly is measured.</summary>
public sealed class SuitePlanOptionsTests
{
    // Fewer processes have neither bounds nor ranks.
    [Fact]
    public void A_quick_measurement_takes_three_processes()
    {
        Assert.Equal(3, Read("--quick").Launches);
        Assert.Equal(5, Read().Launches);
        Assert.Equal(2, Read("--quick", "--launches", "2").Launches);
    }

    [Fact]
    public void A_precision_is_a_share_with_a_longest_time()
    {
        Assert.Null(Read().Precision);
        Assert.Equal((0.05, TimeSpan.FromMinutes(10)), Of(Read("--precision", "5%")));
        Assert.Equal((0.025, TimeSpan.FromSeconds(90)), Of(Read("--precision", "2.5", "--precision-time", "90s")));

        static (double?, TimeSpan) Of(SuitePlan plan) => (plan.Precision, plan.PrecisionTime);
    }

    [Theory]
    [InlineData("'0' in '--precision 0' is not a share from 0.5 % to 50 %.", "--precision", "0")]
    [InlineData("'-5%' in '--precision -5%' is not a share from 0.5 % to 50 %.", "--precision", "-5%")]
    [InlineData("'much' in '--precision much' is not a share from 0.5 % to 50 %.", "--precision", "much")]
    [InlineData("'60%' in '--precision 60%' is not a share from 0.5 % to 50 %.", "--precision", "60%")]
    [InlineData("'5' in '--precision-time 5' has no unit.", "--precision", "5%", "--precision-time", "5")]
    [InlineData("'--precision-time' limits '--precision', which was not given.", "--precision-time", "5min")]
    public void What_is_no_share_or_no_time_is_refused(string sentence, params string[] words) =>
        Assert.Equal(sentence, Assert.Throws<FathomException>(() => Read(words)).Message);

    private static SuitePlan Read(params string[] words)
    {
        ProbeViewCommand command = new();
        SuitePlanOptions options = new(command);
        return options.Read(command.Parse(words));
    }
}
