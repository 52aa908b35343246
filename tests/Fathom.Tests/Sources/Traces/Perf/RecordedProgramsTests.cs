using Fathom.Sources.Traces.Perf;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

public sealed class RecordedProgramsTests
{
    [Fact]
    public void What_descends_from_a_named_process_is_recorded_too()
    {
        TraceProcess[] all = [Process(1, 10, null), Process(2, 20, 10), Process(3, 30, 20), Process(4, 40, 1), Process(5, 50, null)];
        RecordedPrograms recorded = new(all, [10]);

        Assert.Equal([true, true, true, false, false], all.Select(recorded.Has));
    }

    [Fact]
    public void Where_none_is_named_nobody_tells() => Assert.Null(new RecordedPrograms([Process(1, 10, null)], []).Has(Process(1, 10, null)));

    [Fact]
    public void Parents_that_name_each_other_end()
    {
        TraceProcess[] all = [Process(1, 10, 20), Process(2, 20, 10)];

        Assert.True(new RecordedPrograms(all, [20]).Has(all[0]));
    }

    private static TraceProcess Process(uint number, int pid, int? parent) => new(number, pid, new AddressSpace(), 0) { ParentPid = parent };
}
