using Fathom.Capture.Watching;
using Fathom.Cli.Commands.Watch;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Capture;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Watch;

/// <summary>Samples in a file whose disk takes nothing for a while, or for good. A folder in the place of the file stands for the full disk.</summary>
public sealed class WatchCsvTests : IDisposable
{
    private const long Second = 1_000_000_000;

    private readonly TestFolder _folder = new();
    private readonly List<string> _said = [];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_disk_that_takes_nothing_for_a_while_costs_no_sample()
    {
        string file = _folder.File("a.csv");
        WatchCsv csv = Csv(file);

        Rounds(csv, 0, 2);
        Block(file);
        Rounds(csv, 2, 4);
        Unblock(file);
        Rounds(csv, 4, 5);

        Assert.Null(csv.Close());
        Assert.Equal(["0", "1", "2", "3", "4"], File.ReadAllLines(file).Skip(1).Select(static line => line.Split(',')[^1]));
        Assert.StartsWith("the samples cannot be written at present", _said[0], StringComparison.Ordinal);
        Assert.Equal(["the samples are written again"], _said[1..]);
    }

    [Fact]
    public void A_disk_that_stays_full_leaves_what_was_written_and_says_what_is_missing()
    {
        string file = _folder.File("b.csv");
        WatchCsv csv = Csv(file);

        Rounds(csv, 0, 2);
        Block(file);
        Rounds(csv, 2, 5);
        string? missing = csv.Close();
        Unblock(file);

        Assert.StartsWith($"3 of 5 samples are missing in '{file}': Cannot append to '{file}'", missing, StringComparison.Ordinal);
        Assert.Equal(3, File.ReadAllLines(file).Length);
    }

    [Fact]
    public void A_file_that_cannot_be_written_at_all_ends_the_watch() =>
        Assert.Throws<FathomException>(() => Rounds(Csv(_folder.File("no/such/folder.csv")), 0, 1));

    private WatchCsv Csv(string file) => new(file, ["rss_bytes"], ManualTime.Start, null, _said.Add, TestContext.Current.CancellationToken);

    private static void Rounds(WatchCsv csv, int from, int to)
    {
        WatchedProcess process = new(1, WatchedFacts.Of(4711, "MyApp")) { AgeAtStartNs = 0 };
        for (int round = from; round < to; round++)
            csv.Sampled(process, round * Second, [round]);
    }

    private static void Block(string file)
    {
        File.Move(file, file + ".away");
        Directory.CreateDirectory(file);
    }

    private static void Unblock(string file)
    {
        Directory.Delete(file);
        File.Move(file + ".away", file);
    }
}
