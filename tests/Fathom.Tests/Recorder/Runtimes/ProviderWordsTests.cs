using Fathom.Model;
using Fathom.Recorder.Runtimes;
using Fathom.Sources.Events.Sessions;
using Xunit;

namespace Fathom.Tests.Recorder.Runtimes;

public sealed class ProviderWordsTests
{
    [Fact]
    public void Names_keywords_and_levels_are_read()
    {
        Assert.Equal(
            [
                new("MyCompany-Shop", EventProvider.AllKeywords, EventLevel.Verbose), new("A", 0x10, EventLevel.Verbose), new("B", 0xff, EventLevel.Warning),
                new("C", EventProvider.AllKeywords, EventLevel.Informational), new("D", 1, EventLevel.Critical),
            ],
            ProviderWords.Parse("MyCompany-Shop,A:0x10, B:FF:warning,C::Informational,D:1:1"));
    }

    [Theory]
    [InlineData("", "'' in '--events ' is not NAME:KEYWORDS:LEVEL.")]
    [InlineData("A,", "'' in '--events A,' is not NAME:KEYWORDS:LEVEL.")]
    [InlineData("A:1:2:3", "'A:1:2:3' in '--events A:1:2:3' is not NAME:KEYWORDS:LEVEL.")]
    [InlineData("A:0", "'0' in '--events A:0' are not keywords: a hexadecimal number that is not 0.")]
    [InlineData("A:xyz", "'xyz' in '--events A:xyz' are not keywords: a hexadecimal number that is not 0.")]
    [InlineData("A:1:", "'' in '--events A:1:' is not a level: critical, error, warning, informational, verbose, or 1 to 5.")]
    [InlineData("A:1:6", "'6' in '--events A:1:6' is not a level: critical, error, warning, informational, verbose, or 1 to 5.")]
    [InlineData("A:1:loud", "'loud' in '--events A:1:loud' is not a level: critical, error, warning, informational, verbose, or 1 to 5.")]
    public void What_is_none_is_refused_with_the_wrong_part(string text, string message)
    {
        FathomException refused = Assert.Throws<FathomException>(() => ProviderWords.Parse(text));

        Assert.Equal((message, ExitCode.Usage), (refused.Message, refused.ExitCode));
    }
}
