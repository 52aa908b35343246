using Fathom.Model;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>Recordings in the place of something else.</summary>
public sealed class ReplacedRecordingTests : RecordingTests
{
    [Fact]
    public void Force_replaces_a_recording_and_only_at_the_commit()
    {
        Write("r.fathom", 10);
        using (RecordingWriter writer = Begin("r.fathom", replace: true))
        {
            WriteRows(writer, 20);
            Assert.Equal(10, RowsOf("r.fathom"));
            writer.Commit();
        }

        Assert.Equal(20, RowsOf("r.fathom"));
        Assert.Equal(["r.fathom"], Names());
    }

    [Fact]
    public void Force_without_a_commit_keeps_the_old_recording()
    {
        Write("r.fathom", 10);
        using (RecordingWriter writer = Begin("r.fathom", replace: true))
            WriteRows(writer, 20);

        Assert.Equal(10, RowsOf("r.fathom"));
    }

    [Fact]
    public void What_a_killed_process_of_the_same_number_left_is_taken_over()
    {
        string left = Folder.File($"r.fathom.{Environment.ProcessId}.partial");
        Directory.CreateDirectory(Path.Combine(left, "wide"));
        File.WriteAllText(Path.Combine(left, "writer.lock"), "");
        File.WriteAllText(Path.Combine(left, "wide", "part-1.parquet"), "rest");
        Refused(left, "left-behind");

        Write("r.fathom", 5);

        Assert.Equal(["r.fathom"], Names());
        Assert.Equal(["manifest.json", "wide/part-1.parquet"], Files("r.fathom"));
    }

    [Fact]
    public void An_emptyFolder_may_become_a_recording()
    {
        Directory.CreateDirectory(Folder.File("r.fathom"));

        using (RecordingWriter writer = Begin("r.fathom", replace: true))
            writer.Commit();

        Assert.Equal(0, RowsOf("r.fathom"));
    }

    [Fact]
    public void Force_puts_aFolder_in_the_place_of_a_packed_recording()
    {
        Write("r.fathom", 10);
        using (RecordingReader recording = RecordingReader.Open(Folder.File("r.fathom")))
            RecordingPacker.Pack(recording, Folder.File("p.fathom"), replace: false, TestContext.Current.CancellationToken);

        using (RecordingWriter writer = Begin("p.fathom", replace: true))
            writer.Commit();

        Assert.Equal(RecordingForm.Folder, RecordingFormat.Recognize(Folder.File("p.fathom")));
        Assert.Equal(["p.fathom", "r.fathom"], Names());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Writers_of_one_process_and_one_name_do_not_meet()
    {
        for (int round = 0; round < 50; round++)
        {
            int written = 0;
            Parallel.For(0, 4, _ => Interlocked.Add(ref written, TryWrite() ? 1 : 0));
            Assert.NotEqual(0, written);
            Assert.Equal(10, RowsOf("r.fathom"));
            Assert.Equal(["r.fathom"], Names());
        }
    }

    private bool TryWrite()
    {
        try
        {
            Write("r.fathom", 10, replace: true);
            return true;
        }
        catch (FathomException busy) when (busy.Message.Contains("already", StringComparison.Ordinal))
        {
            return false;
        }
    }
}
