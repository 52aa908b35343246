using System.Globalization;
using Fathom.Sources.Metrics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Metrics;

public sealed class ThreadUsesTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_look_tells_what_came_since_the_one_before_and_a_new_thread_counts_from_its_start(bool withStates)
    {
        using TestFolder proc = new();
        using ThreadUses uses = new(proc.Path, 7);
        Write(proc, 7, start: 100, schedule: "1000 50 3");
        Write(proc, 8, start: 100, schedule: "400 0 1");

        Assert.Empty(uses.Look(withStates));
        Write(proc, 7, start: 100, schedule: "1700 90 4");
        // The number was given to another thread.
        Write(proc, 8, start: 200, schedule: "30 20 1");
        Write(proc, 9, start: 201, schedule: "5 0 1");

        Assert.Equal(
            [new ThreadUse(7, "main", "sleeping", 700, 40), new ThreadUse(8, "main", "sleeping", 30, 20), new ThreadUse(9, "main", "sleeping", 5, 0)],
            uses.Look(withStates));
        Assert.All(uses.Look(withStates), static use => Assert.Equal((0, 0), (use.CpuNs, use.ReadyNs)));
    }

    [Fact]
    public void Without_the_scheduler_s_figures_the_time_of_being_ready_is_not_known()
    {
        using TestFolder proc = new();
        using ThreadUses uses = new(proc.Path, 7);
        Write(proc, 7, start: 100, schedule: null);

        Assert.Empty(uses.Look(withStates: false));

        Assert.Null(Assert.Single(uses.Look(withStates: false)).ReadyNs);
    }

    private static void Write(TestFolder proc, int tid, long start, string? schedule)
    {
        string folder = Directory.CreateDirectory(Path.Combine(proc.Path, "7", "task", tid.ToString(CultureInfo.InvariantCulture))).FullName;
        string zeros = string.Join(' ', Enumerable.Repeat("0", 10));
        File.WriteAllText(Path.Combine(folder, "stat"), string.Create(CultureInfo.InvariantCulture, $"{tid} (main) S {zeros} 1 0 0 0 0 0 0 0 {start} 0 0\n"));
        if (schedule is not null)
            File.WriteAllText(Path.Combine(folder, "schedstat"), schedule + "\n");
    }
}
