using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Model.Memory;
using Fathom.Model.Recording;
using Fathom.Sources.Traces.Trends;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Trends;

/// <summary>CSV files of another shape, and damaged ones: one sentence with a next step, or rows that are counted as lost. Never anything else.</summary>
public sealed class TrendFileDamageTests : IDisposable
{
    private const string Header = "utc,pid,name,command_line,age_s,context,ts_ns,metric,item,value\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_that_is_cut_off_anywhere_loses_one_row_at_most()
    {
        byte[] good = Good(20);
        for (int length = 0; length < good.Length; length++)
        {
            (CollectingSink? sink, FathomException? refused) = Read(good[..length]);
            if (refused is not null)
                Assert.True(length <= Header.Length + 1, $"cut at {length}: {refused.Message}");
            else
                Assert.InRange(sink!.Losses.Sum(static loss => loss.Count), 0, 1);
        }
    }

    [Fact]
    public void Flipped_bytes_never_do_more_than_lose_rows()
    {
        byte[] good = Good(20);
        Prop.ForAll(
            ArbMap.Default.ArbFor<(int Position, byte Value)[]>(),
            flips =>
            {
                byte[] bytes = [.. good];
                foreach ((int position, byte value) in flips)
                    bytes[(int)((uint)position % bytes.Length)] = value;
                ReadAndCheck(bytes);
            }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    [Fact]
    public void Any_text_below_the_header_is_rows_or_losses() => Prop.ForAll(
        ArbMap.Default.ArbFor<string>(),
        text => ReadAndCheck(Encoding.UTF8.GetBytes(Header + text))).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    [Fact]
    public void Any_bytes_are_refused_in_one_sentence_or_read() => Prop.ForAll(
        ArbMap.Default.ArbFor<byte[]>(), bytes => ReadAndCheck(bytes)).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    [Theory]
    [InlineData("2026-11-22T10:00:00Z", true)]
    [InlineData("2026-11-22T10:00:00.1234567+01:00", true)]
    [InlineData("2026-11-22 10:00:00", true)]
    [InlineData("2026-11-22T10:00", true)]
    [InlineData("2026-11-22", true)]
    [InlineData("22/11/2026 10:00:00", false)]
    [InlineData("11/22/2026 10:00:00", false)]
    [InlineData("Sun, 22 Nov 2026 10:00:00 GMT", false)]
    [InlineData("1763805600", false)]
    [InlineData("2026-13-01T10:00:00Z", false)]
    [InlineData("0001-01-01T00:00:00Z", false)]
    [InlineData("", false)]
    public void Times_are_those_of_ISO_8601_alone(string time, bool expected)
    {
        (CollectingSink? sink, _) = Read(Encoding.UTF8.GetBytes($"{Header}{time},1,a,b,3,,0,rss_bytes,,5\n"));

        Assert.Equal(expected ? (1, 0) : (0, 1), (sink!.Rows<MemorySampleRow>().Count, (int)sink.Losses.Sum(static loss => loss.Count)));
    }

    [Fact]
    public void Rows_of_mixed_times_are_counted_apart()
    {
        (CollectingSink? sink, _) = Read(Encoding.UTF8.GetBytes(
            $"{Header}2026-11-22T10:00:00Z,1,a,b,3,,0,rss_bytes,,5\n22.11.2026 "
            + $"10:00:01,1,a,b,4,,0,rss_bytes,,6\n2026-11-22T10:00:02Z,1,a,b,5,,0,rss_bytes,,7\n9999-12-31T23:59:59Z,1,a,b,5,,0,rss_bytes,,8\n"));

        Assert.Equal([5, 7], sink!.Rows<MemorySampleRow>().Select(static row => row.Value));
        Assert.Equal(2, Assert.Single(sink.Losses).Count);
    }

    [Theory]
    [InlineData("Infinity")]
    [InlineData("-5")]
    [InlineData("1e300")]
    [InlineData("NaN")]
    [InlineData("old")]
    public void An_age_that_makes_no_sense_is_no_age(string age)
    {
        (CollectingSink? sink, _) = Read(Encoding.UTF8.GetBytes($"{Header}2026-11-22T10:00:00Z,1,a,b,{age},,0,rss_bytes,,5\n2026-11-22T10:00:01Z,1,a,b,3,,0,rss_bytes,,5\n"));

        Assert.Equal(2, sink!.Rows<MemorySampleRow>().Count);
    }

    [Fact]
    public void Sums_beyond_the_largest_number_are_a_loss()
    {
        (CollectingSink? sink, _) = Read(Encoding.UTF8.GetBytes($"{Header}2026-11-22T10:00:00Z,1,a,b,3,,0,rss_bytes,,1e308\n2026-11-22T10:00:00Z,1,a,b,3,,0,rss_bytes,,1e308\n"));

        Assert.Empty(sink!.Rows<MemorySampleRow>());
        Assert.Equal("sums beyond the largest number", sink.Text(Assert.Single(sink.Losses).Reason));
    }

    [Fact]
    public void A_row_longer_than_any_can_be_ends_the_reading_and_says_where()
    {
        string first = "2026-11-22T10:00:00Z,1,a,b,3,,0,rss_bytes,,5\n";
        byte[] bytes = Encoding.UTF8.GetBytes(Header + first + new string('x', 3 << 20) + "\n" + first);
        File.WriteAllBytes(_folder.File("long.csv"), bytes);
        CollectingSink sink = new();
        TrendFileExtractor extractor = new([_folder.File("long.csv")]);

        extractor.Run(sink, new NoProgress(), TestContext.Current.CancellationToken);

        Assert.Single(sink.Rows<MemorySampleRow>());
        Assert.Contains("was read up to line 3", Assert.Single(extractor.Notes), StringComparison.Ordinal);
        Assert.Single(sink.Losses);
    }

    [Fact]
    public void Headers_of_other_shapes_are_told_so()
    {
        string[] headers =
        [
            "utc;pid;name;command_line;age_s;context;metric;value", "utc\tpid\tname\tmetric\tvalue", "utc|pid|name", "utc,pid,metric,value", "utc,pid,name,command_line,age_s,context",
            "utc,pid,name,command_line,age_s,context,ts_ns,metric,item",
            "utc,pid,name,command_line,age_s,context,rss_bytes,rss_bytes",
            "UTC,PID,NAME,COMMAND_LINE,AGE_S,CONTEXT,METRIC,VALUE",
            "\"",
            ",",
            $"utc,pid,name,command_line,age_s,context,{new string('m', 100)},{new string('m', 100)}", "\0\0\0",
        ];
        StringBuilder said = new();
        foreach (string header in headers)
        {
            (_, FathomException? refused) = Read(Encoding.UTF8.GetBytes(header + "\n1,2,3\n"));
            said.Append(CultureInfo.InvariantCulture, $"{header.Replace('\0', '0')}\n  {refused!.Message}\n  next: {refused.NextStep}\n");
        }

        Snapshot.Match(said.ToString().Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), "trend-headers.txt");
    }

    private static byte[] Good(int rows)
    {
        StringBuilder text = new(Header);
        for (int i = 0; i < rows; i++)
            text.Append(CultureInfo.InvariantCulture, $"2026-11-22T10:{i:00}:00Z,4711,MyApp,\"MyApp --name \"\"a, b\"\"\",{60 * i},,{i}000000000,rss_bytes,,{1000 * i}\n");
        return Encoding.UTF8.GetBytes(text.ToString());
    }

    private void ReadAndCheck(byte[] bytes)
    {
        (CollectingSink? sink, FathomException? refused) = Read(bytes);
        if (refused is not null)
            Assert.True(refused.NextStep is { Length: > 0 } && !refused.Message.TrimEnd('.').Contains('\n', StringComparison.Ordinal), refused.Message);
        else
            Assert.All(sink!.Rows<MemorySampleRow>(), static row => Assert.True(double.IsFinite(row.Value)));
    }

    private (CollectingSink? Sink, FathomException? Refused) Read(byte[] bytes)
    {
        string path = _folder.File("points.csv");
        File.WriteAllBytes(path, bytes);
        CollectingSink sink = new();
        try
        {
            new TrendFileExtractor([path]).Run(sink, new NoProgress(), TestContext.Current.CancellationToken);
            return (sink, null);
        }
        catch (FathomException refused)
        {
            return (null, refused);
        }
    }

    private sealed class NoProgress : IProgress<Progress>
    {
        public void Report(Progress value)
        {
            // Nobody watches.
        }
    }
}
