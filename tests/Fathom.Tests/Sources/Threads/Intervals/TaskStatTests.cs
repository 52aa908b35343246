using System.Text;
using Fathom.Sources.Threads.Intervals;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Intervals;

public sealed class TaskStatTests
{
    private const string Line = "4711 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 1 0 9000 1 2 3";

    [Fact]
    public void A_name_with_brackets_and_blanks_does_not_move_the_fields()
    {
        Assert.True(TaskStat.TryParse(Encoding.UTF8.GetBytes(Line), out TaskStat stat));

        Assert.Equal(new TaskStat("a (b) c", 'S', 300, 9000), stat);
    }

    [Fact]
    public void A_cut_line_is_refused_unless_the_start_is_whole()
    {
        // Behind the start nothing is needed; within its digits another number would be read, which the kernel never does to a line.
        int end = Line.IndexOf(" 9000", StringComparison.Ordinal);

        for (int length = 0; length <= end; length++)
            Assert.False(TaskStat.TryParse(Encoding.UTF8.GetBytes(Line[..length]), out _), Line[..length]);
    }

    [Fact]
    public void Any_bytes_give_sensible_times_or_nothing() => Check.One(
        Config.QuickThrowOnFailure,
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), ArbMap.Default.ArbFor<long>(), ArbMap.Default.ArbFor<long>(), (noise, user, start) =>
        {
            byte[] line = [.. "1 ("u8, .. noise, .. ") R 1 1 1 1 1 1 1 1 1 1 "u8, .. Encoding.UTF8.GetBytes($"{user} {user} 0 0 0 0 0 0 {start} "), .. noise];

            if (TaskStat.TryParse(line, out TaskStat stat))
                Assert.True(stat.CpuTicks >= 0 && stat.StartTicks >= 0);
        }));

    [Fact]
    public void A_negative_time_is_refused() =>
        Assert.False(TaskStat.TryParse(Encoding.UTF8.GetBytes(Line.Replace("250", "-25", StringComparison.Ordinal)), out _));
}
