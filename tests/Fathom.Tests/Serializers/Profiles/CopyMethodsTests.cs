using System.Text.RegularExpressions;
using Fathom.Model.Profiles;
using Fathom.Serializers.Profiles;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers.Profiles;

/// <summary>What counts as copying is what the documentation says.</summary>
public sealed partial class CopyMethodsTests
{
    [Fact]
    public void The_documentation_lists_them()
    {
        string text = File.ReadAllText(Path.Combine(Repository.Root, "docs", "serializers-measuring.md")).ReplaceLineEndings(" ");
        string sentence = ListPattern().Match(text).Groups[1].Value;

        string[] listed = [.. sentence.Split(';').Select(static part => string.Join(' ', NamePattern().Matches(part).Select(static name => name.Groups[1].Value)))];

        Assert.Equal(CopyMethods.All.Select(static type => $"{type.Key.Split('`')[0]} {string.Join(' ', type.Value.Where(static name => name != "*"))}".TrimEnd()), listed);
    }

    [Theory]
    [InlineData("System.Buffer", "BulkMoveWithWriteBarrier", true)]
    [InlineData("System.SpanHelpers", "Memmove", true)]
    [InlineData("System.SpanHelpers", "IndexOf", false)]
    [InlineData("System.Span`1[System.Byte]", "CopyTo", true)]
    [InlineData("System.Span`1[System.Byte]", "Slice", false)]
    [InlineData("App.System.Buffer", "Memmove", false)]
    [InlineData("", "Memmove", false)]
    public void A_method_is_told_by_type_and_name(string type, string name, bool copies) => Assert.Equal(copies, CopyMethods.Contains(new TracedMethod(type, name)));

    [GeneratedRegex("These copy or clear memory: (.*?)\\.  ")]
    private static partial Regex ListPattern();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex NamePattern();
}
