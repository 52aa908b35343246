using System.Text;
using Fathom.Formats.MachineLog;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.MachineLog;

/// <summary>Logs of machines: what is written is read, and of a damaged one what is whole.</summary>
public sealed class MachineLogTests
{
    private const string Head = "{\"machine_log\":1,\"ts\":1}\n";

    [Fact]
    public void What_was_written_is_read()
    {
        (string text, MachineLogEnd end) = CollectedLog.Of(Example());

        Snapshot.Match(text, "machine-log.txt");
        Assert.Equal(new MachineLogEnd(true, 9_000, 0, 0), end);
    }

    [Fact]
    public void The_lines_of_the_format_stay_as_they_are() => Snapshot.Match(Encoding.UTF8.GetString(Example()), "machine-log.jsonl");

    [Fact]
    public void A_log_that_was_cut_anywhere_is_read_to_its_last_whole_line()
    {
        byte[] all = Example();
        string[] lines = CollectedLog.Of(all).Text.Split('\n');
        for (int length = all.AsSpan().IndexOf((byte)'\n') + 1; length < all.Length; length++)
        {
            (string text, MachineLogEnd end) = CollectedLog.Of(all[..length]);

            int whole = all.AsSpan(0, length).LastIndexOf((byte)'\n') + 1;
            Assert.Equal(length - whole, end.CutBytes);
            Assert.False(end.HasEnd);
            Assert.Equal(0, end.BadLines);
            Assert.Equal(text.Split('\n').SkipLast(1), lines.Take(text.Count(static c => c == '\n')));
        }
    }

    [Fact]
    public void A_log_with_changed_bytes_is_refused_or_read_without_the_lines_that_are_none()
    {
        byte[] all = Example();
        Random random = new(15);
        for (int run = 0; run < 4_000; run++)
        {
            byte[] damaged = [.. all];
            for (int i = random.Next(1, 5); i > 0; i--)
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            try
            {
                CollectedLog.Of(damaged);
            }
            catch (FathomException e)
            {
                Assert.StartsWith("'machine.log' is ", e.Message, StringComparison.Ordinal);
            }
        }
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("7")]
    [InlineData("{}")]
    [InlineData("{\"round\":[[1,2]]}")]
    [InlineData("{\"round\":[[1,2],[1]],\"ts\":5}")]
    [InlineData("{\"round\":[[0,2]],\"ts\":5}")]
    [InlineData("{\"round\":[[1,-2]],\"ts\":5}")]
    [InlineData("{\"round\":{},\"ts\":5}")]
    [InlineData("{\"round\":[[99999999999,2]],\"ts\":5}")]
    [InlineData("{\"fact\":\"a\",\"ts\":5}")]
    [InlineData("{\"fact\":7,\"ts\":5}")]
    [InlineData("{\"fact\":\"a\",\"moment\":\"start\",\"topic\":\"b\",\"kind\":\"setting\",\"ts\":-5}")]
    [InlineData("{\"fact\":\"\\ud800\",\"moment\":\"start\",\"topic\":\"b\",\"kind\":\"setting\",\"ts\":5}")]
    [InlineData("{\"process\":1,\"pid\":2,\"ts\":5}")]
    [InlineData("{\"process\":-1,\"pid\":2,\"name\":\"a\",\"ts\":5}")]
    [InlineData("{\"memory\":\"1\",\"ts\":5}")]
    [InlineData("{\"gone\":0}")]
    [InlineData("{\"series\":0,\"topic\":\"a\",\"name\":\"b\",\"kind\":\"level\",\"ts\":5}")]
    [InlineData("{\"series\":1,\"topic\":\"a\",\"kind\":\"level\",\"ts\":5}")]
    [InlineData("{\"values\":[[1]],\"ts\":5}")]
    [InlineData("{\"values\":[[1,-1]],\"ts\":5}")]
    [InlineData("{\"values\":[[1,99999999999999999999]],\"ts\":5}")]
    [InlineData("{\"values\":[[1,2]]}")]
    [InlineData("{\"values\":7,\"ts\":5}")]
    [InlineData("{\"what\":1,\"ts\":5}")]
    [InlineData("{\"fact\":\"a\"")]
    public void A_line_of_another_form_is_counted_and_tells_nothing(string line)
    {
        (string text, MachineLogEnd end) = CollectedLog.Of(Encoding.UTF8.GetBytes(Head + line + "\n{\"gone\":3}\n"));

        Assert.Equal(("3 is gone\n", 1L), (text, end.BadLines));
    }

    [Fact]
    public void A_line_that_is_too_long_is_passed_over()
    {
        byte[] log = [.. Encoding.UTF8.GetBytes(Head), .. Enumerable.Repeat((byte)'x', MachineLogReader.MaxLineBytes + 200_000), .. "\n{\"gone\":3}\n"u8];

        (string text, MachineLogEnd end) = CollectedLog.Of(log);

        Assert.Equal(("3 is gone\n", 1L), (text, end.BadLines));
    }

    [Theory]
    [InlineData("", "'machine.log' is not a log of a machine: its first line does not say so.")]
    [InlineData("hello\n", "'machine.log' is not a log of a machine: its first line does not say so.")]
    [InlineData("{\"fact\":\"a\"}\n", "'machine.log' is not a log of a machine: its first line does not say so.")]
    [InlineData("{\"machine_log\":2,\"ts\":1}\n", "'machine.log' is a log of version 2, and this Fathom reads version 1.")]
    public void What_is_no_log_is_refused(string text, string message)
    {
        FathomException error = Assert.Throws<FathomException>(() => CollectedLog.Of(Encoding.UTF8.GetBytes(text)));

        Assert.Equal((ExitCode.Target, message), (error.ExitCode, error.Message));
    }

    // A name may hold anything but a line feed; the kernel cuts it where it likes.
    internal static byte[] Example()
    {
        using MemoryStream stream = new();
        using (MachineLogWriter log = new(stream))
        {
            log.Begin(1_000);
            log.Write(new LoggedFact(1_500, "start", "storage", "vda", "scheduler", "setting", "mq-deadline", null));
            log.Write(new LoggedFact(1_500, "start", "processor", null, "governor", "setting", null, "the kernel does not have it"));
            log.Write(new LoggedProcess(1, 2_000, 4711, "sh\u001b[31m \"x\"\n\ud83d", "sh -c 'a\u0007'", 1_700_000_000_000_000_000));
            log.Write(new LoggedProcess(2, 2_000, 12, "idle", null, null));
            log.BeginRound();
            log.Add(1, 4096);
            log.Add(2, 8192);
            log.EndRound(2_000);
            log.Write(new LoggedMemory(1, 2_000, 3_000, 0));
            log.Write(new LoggedMemory(2, 2_000, null, 7));
            log.Write(new LoggedLoss(2_000, "pss_bytes", 1, "they are of other users"));
            log.WriteGone(2);
            log.Write(new LoggedSeries(1, 2_000, "disk", "vda", "busy_ns", "counter", 4_294_967_296_000_000, 0));
            log.Write(new LoggedSeries(2, 2_500, "memory", null, "free_bytes", "level", null, null));
            log.BeginValues();
            log.AddValue(1, 12);
            log.AddValue(2, null);
            log.EndValues(2_500);
            log.BeginRound();
            log.EndRound(3_000);
            log.Write(new LoggedFact(4_000, "stop", "storage", "vda", "scheduler", "setting", "bfq", null));
            log.End(9_000);
        }

        return stream.ToArray();
    }
}
