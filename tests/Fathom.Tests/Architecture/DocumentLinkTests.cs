using System.Text.RegularExpressions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>Links between the documents lead somewhere: to a file, and to a heading in it.</summary>
public sealed partial class DocumentLinkTests
{
    public static TheoryData<string> Pages =>
    [
        .. Directory.EnumerateFiles(Repository.Root, "*.md").Concat(Directory.EnumerateFiles(Path.Combine(Repository.Root, "docs"), "*.md"))
            .Select(static file => Path.GetRelativePath(Repository.Root, file)).Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Each_link_of_a_page_leads_to_a_heading(string page)
    {
        string file = Path.Combine(Repository.Root, page);
        List<string> dead = [];
        foreach (Match link in Link().Matches(File.ReadAllText(file)))
        {
            string[] target = link.Groups[1].Value.Split('#');
            if (target[0].Contains("://", StringComparison.Ordinal))
                continue;
            string to = target[0].Length == 0 ? file : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file)!, target[0]));
            if (!Path.Exists(to) || (target.Length > 1 && !Anchors(to).Contains(target[1])))
                dead.Add(link.Value);
        }

        Assert.Empty(dead);
    }

    [Fact]
    public void Anchors_are_made_as_the_host_makes_them()
    {
        Assert.Equal("8-when-it-stays-large-and-nothing-leaks", Anchor("8. When it stays large, and nothing leaks"));
        Assert.Equal("what-info-says", Anchor("What `info` says"));
    }

    private static HashSet<string> Anchors(string file) =>
        [.. File.ReadLines(file).Where(static line => line.StartsWith('#')).Select(static line => Anchor(line.TrimStart('#').Trim()))];

    private static string Anchor(string heading) => Dropped().Replace(heading.ToLowerInvariant(), "").Replace(' ', '-');

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"[^\p{L}\p{N} _-]")]
    private static partial Regex Dropped();
}
