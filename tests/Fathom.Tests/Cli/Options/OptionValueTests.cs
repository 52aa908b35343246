using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Sources;
using Fathom.Model;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Options;

public sealed class OptionValueTests
{
    [Theory]
    [InlineData("2026-11-21T10:00:00Z", "2026-11-21T10:00:00.0000000+00:00")]
    [InlineData("2026-11-21T10:00:00.25Z", "2026-11-21T10:00:00.2500000+00:00")]
    [InlineData("2026-11-21T10:00Z", "2026-11-21T10:00:00.0000000+00:00")]
    [InlineData("2026-11-21T10:00:00+02:00", "2026-11-21T08:00:00.0000000+00:00")]
    [InlineData("2026-11-21 10:00:00Z", "2026-11-21T10:00:00.0000000+00:00")]
    public void A_time_is_read_in_utc(string text, string expected) =>
        Assert.Equal(expected, UtcTime.Parse("--time", text).ToString("O"));

    [Theory]
    [InlineData("2026-11-21T10:00:00")]
    [InlineData("2026-11-21")]
    [InlineData("10:00")]
    [InlineData("yesterday")]
    [InlineData("2026-13-21T10:00:00Z")]
    [InlineData("")]
    public void A_time_without_an_offset_is_refused(string text) =>
        Assert.Equal(
            $"'{text}' in '--time {text}' is not a time in UTC.",
            Assert.Throws<FathomException>(() => UtcTime.Parse("--time", text)).Message);

    [Theory]
    [InlineData("500ms", 500_000_000)]
    [InlineData("1.5s", 1_500_000_000)]
    [InlineData("0", 0)]
    public void A_duration_has_a_unit(string text, long nanoseconds) => Assert.Equal(nanoseconds, TimeText.Nanoseconds("--duration", text));

    [Fact]
    public void A_duration_without_a_unit_is_refused_with_the_one_that_is_meant()
    {
        FathomException refused = Assert.Throws<FathomException>(() => TimeText.Nanoseconds("--duration", "5"));

        Assert.Equal(("'5' in '--duration 5' has no unit.", "--duration 5s for seconds; ms, min and h are units too", ExitCode.Usage), (refused.Message, refused.NextStep, refused.ExitCode));
    }

    [Theory]
    [InlineData("500ms", 500)]
    [InlineData("2s", 2_000)]
    public void The_longest_pause_is_a_time(string text, int milliseconds) => Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), MaxPause(text));

    [Fact]
    public void The_longest_pause_has_a_unit() =>
        Assert.Equal("'5000000' in '--max-pause 5000000' has no unit.", Assert.Throws<FathomException>(() => MaxPause("5000000")).Message);

    [Fact]
    public void Labels_are_keys_with_values() =>
        Assert.Equal(
            ["context=after a = b", "run=", "test=x"],
            Read("--label", "test=x", "--label", "context=after a = b", "--label", "run=").Select(pair => $"{pair.Key}={pair.Value}"));

    [Theory]
    [InlineData("'x' in '--label x' is not KEY=VALUE.", "--label", "x")]
    [InlineData("'=x' in '--label =x' is not KEY=VALUE.", "--label", "=x")]
    [InlineData("'--label a=…' was given more than once.", "--label", "a=1", "--label", "a=2")]
    public void A_label_without_a_key_or_given_twice_is_refused(string message, params string[] args)
    {
        FathomException error = Assert.Throws<FathomException>(() => Read(args));

        Assert.Equal((ExitCode.Usage, message), (error.ExitCode, error.Message));
    }

    private static TimeSpan? MaxPause(string text)
    {
        ProbeViewCommand command = new();
        return new SourceOptions(command, saves: false).MaxPause(command.Parse(["--max-pause", text]));
    }

    private static SortedDictionary<string, string> Read(params string[] args)
    {
        Option<string[]> label = OptionCatalog.Label();
        Command command = new("probe") { label };
        return KeyValues.Read(command.Parse(["probe", .. args]), label);
    }
}
