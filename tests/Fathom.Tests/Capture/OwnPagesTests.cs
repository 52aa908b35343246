using System.Text;
using Fathom.Capture.Watching;
using Xunit;

namespace Fathom.Tests.Capture;

/// <summary>Which pages of this process may be given back: those that the kernel can bring back unchanged.</summary>
public sealed class OwnPagesTests
{
    [Theory]
    [InlineData("r-xp", "/usr/lib/libcoreclr.so", "0", "0", true)]
    [InlineData("r--p", "/usr/lib/libcoreclr.so", "0", "0", true)]
    [InlineData("r--s", "/usr/share/a b.dll", "0", "0", true)]
    [InlineData("r--p", "/usr/lib/relocated.so", "4", "0", false)]
    [InlineData("r--p", "/usr/lib/swapped.so", "0", "4", false)]
    [InlineData("rw-p", "/usr/lib/libcoreclr.so", "0", "0", false)]
    [InlineData("rwxp", "/usr/lib/libcoreclr.so", "0", "0", false)]
    [InlineData("r-xs", "/memfd:doublemapper (deleted)", "0", "0", false)]
    [InlineData("r--p", "[vvar]", "0", "0", false)]
    [InlineData("r--p", "", "0", "0", false)]
    public void Only_files_that_were_not_changed_count(string access, string path, string anonymous, string swap, bool expected) =>
        Assert.Equal(expected ? [(0x7f00_0000u, 0x7f00_2000u)] : [], Unchanged(Mapping(access, path, anonymous, swap)));

    [Fact]
    public void Figures_belong_to_the_mapping_above_them() =>
        Assert.Equal(
            [(0x7f00_0000u, 0x7f00_2000u)],
            Unchanged([.. Mapping("r-xp", "/a.so", "0", "0"), .. Mapping("r--p", "/b.so", "8", "0").Select(static line => line.Replace("7f00", "7fee", StringComparison.Ordinal))]));

    [Fact]
    public void The_program_goes_on_with_all_its_code_after_the_pages_of_it_were_given_back()
    {
        OwnPages pages = new();

        long released = pages.Release();

        // The runtime alone has more than that, and everything still works: this test, and what it compares.
        Assert.InRange(released, 4L << 20, 1L << 40);
        Assert.Equal("4950", Enumerable.Range(0, 100).Sum().ToString(System.Globalization.CultureInfo.InvariantCulture));
        Assert.True(pages.Release() > 0);
    }

    [Fact]
    public void Text_of_something_else_is_passed_over()
    {
        byte[] noise = new byte[100_000];
        new Random(7).NextBytes(noise);
        HashSet<(nuint Start, nuint End)> found = [];
        OwnPages.Unchanged(new MemoryStream(noise), new byte[512], found);
        Assert.Empty(found);
    }

    // The buffer is small, so that lines come in pieces.
    private static HashSet<(nuint Start, nuint End)> Unchanged(string[] lines)
    {
        HashSet<(nuint Start, nuint End)> found = [];
        OwnPages.Unchanged(new MemoryStream(Encoding.UTF8.GetBytes(string.Join('\n', lines) + "\n")), new byte[100], found);
        return found;
    }

    private static string[] Mapping(string access, string path, string anonymous, string swap) =>
    [
        $"7f000000-7f002000 {access} 00001000 fe:00 4711                       {path}",
        "Size:                  8 kB",
        "Rss:                   8 kB",
        $"Anonymous:             {anonymous} kB",
        $"Swap:                  {swap} kB",
        "VmFlags: rd ex mr mw me",
    ];
}
