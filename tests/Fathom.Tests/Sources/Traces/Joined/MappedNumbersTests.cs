using Fathom.Sources.Traces.Joined;
using Fathom.Sources.Traces.Rows;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Joined;

/// <summary>Numbers of processes and threads that come again, and those of PID namespaces.</summary>
public sealed class MappedNumbersTests
{
    private readonly TraceNumbers _numbers = new();

    [Fact]
    public void A_thread_number_that_came_again_belongs_to_who_had_it_at_the_time()
    {
        _numbers.KnowThread(1, 50, 3, long.MinValue);
        _numbers.KnowThread(1, 50, 9, 2_000);
        _numbers.KnowThread(1, 50, 5, 1_000);

        Assert.Equal([(3u, 1_000L), (5u, 2_000L), (5u, 2_000L), (9u, long.MaxValue)], ((long[])[0, 1_000, 1_999, 2_000]).Select(time => _numbers.ThreadOf(1, 50, time, out bool _)));
        Assert.Equal(10u, _numbers.ThreadOf(1, 51, 0, out bool isNew).Number);
        Assert.True(isNew);
        _numbers.KnowThread(2, 60, 11, 500);
        // A little before its begin there was nobody else.
        Assert.Equal(11u, _numbers.ThreadOf(2, 60, 499, out isNew).Number);
        Assert.False(isNew);
    }

    [Fact]
    public void A_process_number_that_came_again_belongs_to_who_had_it_at_the_time()
    {
        _numbers.KnowProcess(7, 1, long.MinValue);
        _numbers.KnowProcess(7, 4, 300);

        Assert.Equal([1u, 4u], ((long[])[299, 300]).Select(time => _numbers.ProcessOf(7, time, out bool _)));
    }

    [Fact]
    public void A_program_of_a_namespace_is_the_process_outside_and_only_its_first_thread_is_known_there()
    {
        _numbers.KnowProcess(1, 1, long.MinValue);
        _numbers.KnowProcess(500, 2, long.MinValue);
        _numbers.KnowThread(2, 500, 7, long.MinValue);
        _numbers.KnowThread(2, 12, 8, long.MinValue);
        MappedNumbers mapped = new(_numbers);
        mapped.Begin(new Dictionary<int, ProcessFit?> { [1] = new ProcessFit(500, 2, 1) });

        uint process = mapped.ProcessOf(1, 0, out bool isNewProcess);
        (uint first, _) = mapped.ThreadOf(process, 1, 0, out bool isNewFirst);
        // The number of a thread inside may be that of another one outside.
        (uint other, _) = mapped.ThreadOf(process, 12, 0, out bool isNewOther);
        (uint again, _) = mapped.ThreadOf(process, 12, 0, out bool isNewAgain);

        Assert.Equal((2u, false, 7u, false, 9u, true, 9u, false), (process, isNewProcess, first, isNewFirst, other, isNewOther, again, isNewAgain));
    }

    [Fact]
    public void A_program_whose_process_is_not_known_shares_none()
    {
        _numbers.KnowProcess(1, 1, long.MinValue);
        MappedNumbers mapped = new(_numbers);
        mapped.Begin(new Dictionary<int, ProcessFit?> { [1] = null });

        uint own = mapped.ProcessOf(1, 0, out bool isNew), same = mapped.ProcessOf(1, 0, out bool isNewAgain);
        mapped.Begin(new Dictionary<int, ProcessFit?> { [1] = null });
        uint other = mapped.ProcessOf(1, 0, out _);

        Assert.Equal((2u, true, 2u, false, 3u), (own, isNew, same, isNewAgain, other));
    }
}
