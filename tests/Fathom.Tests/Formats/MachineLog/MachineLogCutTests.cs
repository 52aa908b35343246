using Fathom.Formats.MachineLog;
using Xunit;

namespace Fathom.Tests.Formats.MachineLog;

/// <summary>A part of a log has the facts, processes and figures that were there at its begin, and what came in it.</summary>
public sealed class MachineLogCutTests
{
    [Fact]
    public void What_was_there_at_the_begin_is_told_and_what_came_before_is_not()
    {
        using MemoryStream log = new();
        MachineLogWriter writer = new(log);
        writer.Begin(10);
        writer.Write(new LoggedProcess(1, 10, 100, "app", null, null));
        writer.Write(new LoggedProcess(2, 10, 200, "gone", null, null));
        Round(writer, 11, (1, 500), (2, 600));
        writer.Write(new LoggedSeries(1, 11, "memory", null, "free", LoggedSeries.Level, null, 7));
        writer.Write(new LoggedFact(12, "start", "kernel", null, "swappiness", "setting", "60", null));
        Round(writer, 20, (1, 550));
        writer.WriteGone(2);
        writer.Write(new LoggedFact(25, "change", "kernel", null, "swappiness", "setting", "10", null));
        Round(writer, 30);
        Values(writer, 31, (1, 9));
        writer.Write(new LoggedFact(35, "change", "kernel", null, "swappiness", "setting", "1", null));
        Round(writer, 40, (1, 700));
        Round(writer, 60, (1, 900));
        using MemoryStream cut = new();

        MachineLogCut.Write(new MemoryStream(log.ToArray()), (26, 50), isWhole: true, cut, TestContext.Current.CancellationToken);

        (string text, MachineLogEnd end) = CollectedLog.Of(cut.ToArray());
        Assert.True(end.HasEnd);
        string[] lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(
            [
                $"{new LoggedFact(26, "start", "kernel", null, "swappiness", "setting", "10", null)}", $"{new LoggedProcess(1, 26, 100, "app", null, null)}",
                $"{new LoggedSeries(1, 26, "memory", null, "free", LoggedSeries.Level, null, 7)}",
                "1: 550", "round at 30", "1 = 9", "values at 31",
                $"{new LoggedFact(35, "change", "kernel", null, "swappiness", "setting", "1", null)}", "1: 700", "round at 40",
            ],
            lines);
    }

    private static void Round(MachineLogWriter writer, long tsNs, params (int Process, long Bytes)[] all)
    {
        writer.BeginRound();
        foreach ((int process, long bytes) in all)
            writer.Add(process, bytes);
        writer.EndRound(tsNs);
    }

    private static void Values(MachineLogWriter writer, long tsNs, params (int Series, long? Value)[] all)
    {
        writer.BeginValues();
        foreach ((int series, long? value) in all)
            writer.AddValue(series, value);
        writer.EndValues(tsNs);
    }
}
