using Fathom.Recorder.Segments;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Recorder.Segments;

/// <summary>Segments that are older than what is kept are given up, oldest first, and never one that may still be asked for.</summary>
public sealed class SegmentListTests : IDisposable
{
    private const long SecondNs = 1_000_000_000;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_is_kept_and_what_is_remembered_of_the_rest_is_all()
    {
        SegmentList segments = new(_folder.Path, "a", 8 * SecondNs, 0);
        List<string> remembered = [];
        Write(segments.Current, "1");
        int written = 1, most = 0;
        for (long second = 1; second <= 60; second++)
        {
            if (segments.IsDue(second * SecondNs))
                Write(segments.Next(second * SecondNs), $"{++written}");
            segments.Trim(second * SecondNs, file => remembered.Add(Read(file)), into => into.Write(System.Text.Encoding.ASCII.GetBytes(string.Join(',', remembered))));
            most = Math.Max(most, Directory.GetFiles(_folder.Path).Length);
            // All are there, in order, once each.
            Assert.Equal(Enumerable.Range(1, written).Select(static each => $"{each}"), Kept().SelectMany(static text => text.Split(',')));
            // Each is two seconds long: those of the last 8 s, and of 5 s in which it may be asked for late.
            Assert.True(remembered.Count * 2 <= Math.Max(0, second - 8), $"{remembered.Count} at {second} s");
        }

        Assert.InRange(most, 4, 10);
        Assert.InRange(remembered.Count, 20, 26);
        Assert.Equal(["a"], SegmentFiles.Names(_folder.Path));
    }

    // Whoever is killed between the two has both.
    [Fact]
    public void A_segment_that_is_remembered_is_not_read_again()
    {
        Write(SegmentFiles.PathOf(_folder.Path, "a", 2), "2");
        Write(SegmentFiles.PathOf(_folder.Path, "a", 3), "3");
        Write(SegmentFiles.StateOf(_folder.Path, "a", 1), "1");
        Write(SegmentFiles.StateOf(_folder.Path, "a", 2), "1,2");
        Write(SegmentFiles.PathOf(_folder.Path, "b", 1), "other");

        Assert.Equal(["1,2", "3"], Kept());
    }

    [Fact]
    public void Numbers_of_more_than_six_digits_are_found_and_are_in_their_order()
    {
        Write(SegmentFiles.PathOf(_folder.Path, "a", 1_000_000), "2");
        Write(SegmentFiles.PathOf(_folder.Path, "a", 999_999), "1");
        Write(SegmentFiles.StateOf(_folder.Path, "a", 999_998), "0");

        Assert.Equal(["0", "1", "2"], Kept());
        SegmentFiles.Remove(_folder.Path, "a");
        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    private IEnumerable<string> Kept()
    {
        foreach (Func<Stream> open in SegmentFiles.Of(_folder.Path, "a"))
        {
            using Stream file = open();
            yield return Read(file);
        }
    }

    private static string Read(Stream file) => new StreamReader(file).ReadToEnd();

    private static void Write(string path, string text) => File.WriteAllText(path, text);
}
