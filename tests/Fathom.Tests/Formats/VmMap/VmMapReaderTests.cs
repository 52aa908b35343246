using System.Text;
using Fathom.Model;
using Fathom.Sources.Subjects;
using Fathom.Formats.VmMap;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.VmMap;

/// <summary>CSV files of VMMap: a real one, whose own sums are the judge, and damaged ones.</summary>
public sealed class VmMapReaderTests : IDisposable
{
    private const string Good = """
        "Process:","Shop.exe"

        "PID:","4711"

        "Type","Size","Committed","Private","Total WS","Private WS","Shareable WS","Shared WS","Locked WS","Blocks","Largest",
        "Total","2,204","1,204","","1,104","","","","","3",""
        "Heap","2,048","1,024","","1,000","","","","","1","2,048"
        "Image","100","100","","24","","","","","1","100"
        "Page Table","40","40","","80","","","","","",""
        "Unusable","16","","","","","","","","",""
        "Free","9,999","","","","","","","","1","9,999"

        "Address","Type","Size","Committed","Private","Total WS","Private WS","Shareable WS","Shared WS","Locked WS","Blocks","Protection","Details",
        "00110000","Heap (Private Data)","2,048","1,024","1,024","1,000","900","","","","1","Read/Write","Heap ID: 1 [""x""], LFH"
        "  00110000","Heap (Private Data)","2,048","1,024","1,024","1,000","900","","","","","Read/Write","Heap ID: 1"
        "7FF600000000","Image (ASLR)","100","100","","24","4","20","","","1","Execute/Read","C:\app\Shop.exe"

        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Regions_are_read_and_the_blocks_inside_them_are_not_counted_again()
    {
        VmMapFile file = Read(Good);

        Assert.Equal(("Shop.exe", 4711, 80 * 1024), (file.ProcessName, file.ProcessId, file.PageTableBytes));
        Assert.Equal(
            [
                new VmMapRegion(0x110000, "Heap (Private Data)", 2_048 * 1024, 1_024 * 1024, 1_000 * 1024, 900 * 1024, "Read/Write", "Heap ID: 1 [\"x\"], LFH"),
                new VmMapRegion(0x7ff6_0000_0000, "Image (ASLR)", 100 * 1024, 100 * 1024, 24 * 1024, 4 * 1024, "Execute/Read", @"C:\app\Shop.exe"),
            ],
            file.Regions);
    }

    [Theory]
    [InlineData("\u00A0")]
    [InlineData(".")]
    [InlineData("")]
    public void Groups_of_digits_are_divided_as_the_system_of_the_writer_does(string separator) =>
        Assert.Equal(2, Read(Good.Replace("2,", "2" + separator).Replace("1,", "1" + separator)).Regions.Count);

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_real_file_gives_the_sums_that_it_states_itself()
    {

        VmMapFile file = new VmMapReader(Path.Combine(Needs.DataFolder(), "memory/memanalyzer/vmmap.csv")).Read(TestContext.Current.CancellationToken);

        Assert.Equal(("devenv.exe", 29892, 32_368 * 1024L, 1_233), (file.ProcessName, file.ProcessId, file.PageTableBytes, file.Regions.Count));
        foreach ((string type, long committed, long resident) in new[]
        {
            ("Image", 583_724L, 57_936L), ("Mapped File", 72_124, 368), ("Shareable", 6_396, 4_108), ("Heap", 72_356, 21_812),
            ("Managed Heap", 108_200, 33_616), ("Thread Stack", 4_192, 596), ("Private Data", 19_220, 6_360),
        })
        {
            VmMapRegion[] regions = [.. file.Regions.Where(region => region.Type == type || region.Type.StartsWith(type + " (", StringComparison.Ordinal))];
            Assert.Equal((type, committed * 1024, resident * 1024), (type, regions.Sum(region => region.CommittedBytes), regions.Sum(region => region.ResidentBytes)));
        }
    }

    [Fact]
    public void A_file_that_is_cut_off_anywhere_is_told_so_in_one_line_or_has_all_regions()
    {
        for (int length = 0; length < Good.Length; length++)
            AssertRefusedOrWhole(Good[..length], 2);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_real_file_that_is_cut_off_anywhere_is_told_so_in_one_line_or_has_all_regions()
    {
        string whole = File.ReadAllText(Path.Combine(Needs.DataFolder(), "memory/memanalyzer/vmmap.csv"));
        for (int length = whole.Length - 1; length > 0; length -= Math.Max(1, (whole.Length - length) / 8))
            AssertRefusedOrWhole(whole[..length], 1_233);
    }

    [Fact]
    public void Every_flipped_bit_is_refused_in_one_line_or_changes_no_size()
    {
        byte[] bytes = Encoding.UTF8.GetBytes(Good);
        for (int at = 0; at < bytes.Length; at++)
        {
            byte[] damaged = [.. bytes];
            damaged[at] ^= (byte)(1 << (at % 7));
            File.WriteAllBytes(_folder.File("v.csv"), damaged);
            try
            {
                VmMapFile file = new VmMapReader(_folder.File("v.csv")).Read(TestContext.Current.CancellationToken);
                Assert.Equal(2_148 * 1024, file.Regions.Sum(region => region.SizeBytes));
            }
            catch (FathomException error)
            {
                Assert.DoesNotContain('\n', error.Message.Replace(Encoding.UTF8.GetString(damaged, at, 1), ""));
            }
        }
    }

    [Theory]
    [InlineData("\"Total WS\",\"Private WS\",\"Shareable WS\",\"Shared WS\",\"Locked WS\",\"Blocks\",\"Protection\"", "\"WS\",\"Protection\"")]
    [InlineData("\"Address\",\"Type\"", "\"Address\",\"Kind\"")]
    [InlineData("\"Type\",\"Size\",\"Committed\",\"Private\",\"Total WS\"", "\"Type\",\"Groesse\",\"Committed\",\"Private\",\"Total WS\"")]
    [InlineData("\"PID:\",\"4711\"", "\"PID:\",\"99999999999999999999\"")]
    [InlineData("\"00110000\"", "\"11000000000000000000000\"")]
    [InlineData("\"00110000\"", "\"FFFFFFFFFFFFF000\"")]
    [InlineData("\"100\",\"100\",\"\",\"24\",\"4\"", "\"-100\",\"100\",\"\",\"24\",\"4\"")]
    [InlineData("\"100\",\"100\",\"\",\"24\",\"4\"", "\"100\",\"100\",\"\",\"24\",\"99999999999999999999999\"")]
    [InlineData("\"100\",\"100\",\"\",\"24\",\"4\"", "\"100\",\"100\",\"\",\"9007199254740991\",\"4\"")]
    [InlineData("\"100\",\"100\",\"\",\"24\",\"4\"", "\"100\",\"100\",\"\",\"8,796,093,022,207\",\"4\"")]
    [InlineData("\"Total\",", "\"Sum\",")]
    public void Other_columns_and_hostile_numbers_are_one_sentence_and_one_next_step(string part, string instead)
    {
        Assert.Contains(part, Good, StringComparison.Ordinal);

        FathomException error = Assert.Throws<FathomException>(() => Read(Good.Replace(part, instead)));

        Assert.Equal(ExitCode.Target, error.ExitCode);
        Assert.StartsWith($"'{_folder.File("v.csv")}' ", error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', error.Message);
        Assert.Equal("save the memory map again in VMMap: File, Save As, CSV", error.NextStep);
    }

    [Fact]
    public void Its_kind_is_told_from_its_first_lines()
    {
        File.WriteAllText(_folder.File("text"), Good);
        File.WriteAllText(_folder.File("marked"), Good, new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        File.WriteAllText(_folder.File("other"), "\"Process:\" and no more\n");

        Assert.Equal(FileFormats.VmMap, FileRecognizer.Describe(_folder.File("text")).Format);
        Assert.Equal(FileFormats.VmMap, FileRecognizer.Describe(_folder.File("marked")).Format);
        Assert.Equal(FileFormats.Text, FileRecognizer.Describe(_folder.File("other")).Format);
        Assert.Equal(2, new VmMapReader(_folder.File("marked")).Read(TestContext.Current.CancellationToken).Regions.Count);
    }

    private void AssertRefusedOrWhole(string text, int regions)
    {
        try
        {
            Assert.Equal(regions, Read(text).Regions.Count);
        }
        catch (FathomException error)
        {
            Assert.DoesNotContain('\n', error.Message);
        }
    }

    private VmMapFile Read(string text)
    {
        File.WriteAllText(_folder.File("v.csv"), text);
        return new VmMapReader(_folder.File("v.csv")).Read(TestContext.Current.CancellationToken);
    }
}
