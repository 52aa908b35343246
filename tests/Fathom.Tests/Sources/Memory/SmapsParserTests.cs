using System.Diagnostics;
using System.Text;
using Fathom.Sources.Memory;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class SmapsParserTests
{
    private const string Two = """
        7f0000000000-7f0000004000 rw-p 00000000 00:01 77                         /memfd:a b (deleted)
        Size:                 16 kB
        Rss:                  12 kB
        Pss:                   6 kB
        Private_Clean:         1 kB
        Private_Dirty:         3 kB
        Swap:                  4 kB
        Shared_Hugetlb:     2048 kB
        NewerThanThisTest:     9 kB
        VmFlags: rd wr mr mw me ac
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
        Rss:                   0 kB

        """;

    [Fact]
    public void Every_figure_that_is_known_is_read_and_others_are_passed_over()
    {
        List<Mapping> mappings = Parse(Two);

        Assert.Equal(2, mappings.Count);
        Mapping first = mappings[0];
        Assert.Equal((0x7f00_0000_0000ul, 0x4000L, "rw-p", 77ul, "/memfd:a b (deleted)"), (first.Start, first.SizeBytes, first.Permissions, first.Inode, first.Path));
        Assert.Equal((12 * 1024, 6 * 1024, 4 * 1024, 4 * 1024, 2048 * 1024), (first.RssBytes, first.PssBytes, first.PrivateBytes, first.SwapBytes, first.HugetlbBytes));
        Assert.Equal((0xffff_ffff_ff60_0000ul, "[vsyscall]", 0L), (mappings[1].Start, mappings[1].Path, mappings[1].RssBytes));
    }

    [Fact]
    public void The_sums_over_a_live_process_are_those_that_an_independent_program_adds_up()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using TestFolder folder = new();
        File.WriteAllBytes(folder.File("smaps"), File.ReadAllBytes($"/proc/{sample.Pid}/smaps"));
        using FileStream text = File.OpenRead(folder.File("smaps"));

        List<Mapping> mappings = SmapsParser.Read(text);

        ProcessStartInfo awk = new(
            "awk",
            ["/^Rss:/ { rss += $2 } /^Pss:/ { pss += $2 } /^[0-9a-f]+-[0-9a-f]+ / { n++ } END { print n, rss, pss }", folder.File("smaps")]) { RedirectStandardOutput = true };
        using Process witness = Process.Start(awk)!;
        long[] sums = [mappings.Count, mappings.Sum(m => m.RssBytes) / 1024, mappings.Sum(m => m.PssBytes) / 1024];
        Assert.Equal(witness.StandardOutput.ReadToEnd().TrimEnd(), string.Join(' ', sums));
    }

    [Fact]
    public void Text_in_pieces_of_any_size_is_read_alike()
    {
        byte[] text = Encoding.UTF8.GetBytes(Two);
        for (int size = 1; size <= text.Length; size++)
        {
            using PiecewiseStream pieces = new(text, size);
            Assert.Equal(Describe(Parse(Two)), Describe(SmapsParser.Read(pieces)));
        }
    }

    [Fact]
    public void Text_cut_anywhere_or_with_a_flipped_bit_is_read_or_refused_and_nothing_else()
    {
        byte[] text = Encoding.UTF8.GetBytes(Two);
        for (int length = 0; length < text.Length; length++)
            ReadOrRefuse(text[..length]);
        for (int bit = 0; bit < text.Length * 8; bit++)
        {
            byte[] flipped = [.. text];
            flipped[bit / 8] ^= (byte)(1 << (bit % 8));
            ReadOrRefuse(flipped);
        }
    }

    [Theory]
    [InlineData("Rss: 4 kB\n")]
    [InlineData("7f-7e rw-p 00000000 00:00 0 \n")]
    [InlineData("7f-80 rw 00000000 00:00 0 \n")]
    [InlineData("7f-80 rw-p 00000000 00:00 x \n")]
    [InlineData("fffffffffffffffff-80 rw-p 00000000 00:00 0 \n")]
    public void What_is_no_smaps_is_refused(string text) => Assert.Throws<FormatException>(() => Parse(text));

    [Fact]
    public void A_line_without_an_end_is_refused() => Assert.Throws<FormatException>(() => Parse(new string('a', 1_000_000)));

    private static void ReadOrRefuse(byte[] text)
    {
        try
        {
            using MemoryStream stream = new(text);
            SmapsParser.Read(stream);
        }
        catch (FormatException)
        {
            // Refused.
        }
    }

    private static string[] Describe(List<Mapping> mappings) =>
        [.. mappings.Select(m => $"{m.Start:x} {m.End:x} {m.Permissions} {m.Inode} {m.Path} {m.RssBytes} {m.PssBytes} {m.PrivateBytes} {m.SwapBytes} {m.HugetlbBytes}")];

    private static List<Mapping> Parse(string text)
    {
        using MemoryStream stream = new(Encoding.UTF8.GetBytes(text));
        return SmapsParser.Read(stream);
    }
}
