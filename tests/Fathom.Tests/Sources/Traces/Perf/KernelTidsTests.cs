using Fathom.Formats.PerfData;
using Fathom.Model.Scheduling;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Model.Scheduling;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>A recorder in a PID namespace of its own: the fields of switches have other numbers than everything else.</summary>
public sealed class KernelTidsTests : IDisposable
{
    private const long Sleeping = 1;
    private const long Running = 0;
    private const long Dead = 32;
    private const int Outside = 0;
    private const int Ended = -1;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("switches")]
    [InlineData("fields")]
    [InlineData("sampled")]
    [InlineData("killed")]
    public void Those_of_a_recorder_of_the_host_are_the_same(string name) => Assert.Same(KernelTids.Same, KernelTids.Read(Saved(PerfFiles.Read(name)), CancellationToken.None));

    [Fact]
    public void Looking_ends_where_enough_are_the_same_and_damaged_switches_prove_nothing()
    {
        MadeSchedule made = new MadeSchedule().SwitchElsewhere(10, 5, 1 << 29, 6, Sleeping);
        for (int i = 0; i < 300; i++)
            made.Switch((ulong)(100 + i), 5, 6, Sleeping);
        // More than were the same: whoever read on would say that they differ.
        for (int i = 0; i < 2000; i++)
            made.SwitchElsewhere((ulong)(500 + i), 18, 9018, 6, Sleeping);

        Assert.Same(KernelTids.Same, KernelTids.Read(Saved(made.File()), CancellationToken.None));
    }

    [Fact]
    public void Threads_have_the_numbers_of_the_namespace_from_their_first_switch_on_and_those_outside_keep_the_kernels()
    {
        // Thread 18 of the namespace is 9018 to the kernel, whose thread 18 is another one.
        MadeSchedule made = new MadeSchedule().SwitchElsewhere(100, Outside, 18, 9018, Sleeping).SwitchElsewhere(150, 18, 9018, 18, Sleeping).SwitchElsewhere(220, Outside, 18, 9018, Running)
            .SwitchElsewhere(300, 18, 9018, 0, Sleeping);
        string file = Saved(made.File());

        KernelTids tids = KernelTids.Read(file, CancellationToken.None);

        Assert.True(tids.Differ);
        Assert.Equal((18, false, 0), (tids.Of(9018), tids.IsOutside(tids.Of(9018)), tids.Of(0)));
        Assert.Equal((true, 18), (tids.IsOutside(tids.Of(18)), tids.Shown(tids.Of(18))));
        SchedulingLog log = new();
        using PerfDataReader reader = PerfDataReader.Open(file);
        PerfSchedule schedule = new(reader, log, new RawStacks(), tids: tids);
        reader.Read(schedule, CancellationToken.None);
        schedule.End();
        ThreadLife own = Assert.Single(log.Threads, static thread => thread.Tid == 18);
        Assert.Equal((130, 70), (own.RunningNs, own.WaitingNs));
        Assert.Equal(2, log.Threads.Count);
    }

    // When it leaves, it has no number any more.
    [Fact]
    public void A_thread_that_ends_before_it_ever_left_is_known_by_its_end()
    {
        MadeSchedule made = new MadeSchedule().SwitchElsewhere(100, Outside, 77, 9018, Sleeping).Exit(150, 18)
            .SwitchElsewhere(160, Ended, 9018, 9019, Dead).SwitchElsewhere(170, 19, 9019, 77, Sleeping);

        KernelTids tids = KernelTids.Read(Saved(made.File()), CancellationToken.None);

        Assert.Equal((true, 18, 19), (tids.Differ, tids.Of(9018), tids.Of(9019)));
    }

    [Fact]
    public void A_recording_that_is_cut_off_is_read_as_far_as_it_goes()
    {
        byte[] content = new MadeSchedule().SwitchElsewhere(100, 18, 9018, 18, Sleeping).SwitchElsewhere(150, Outside, 18, 9018, Sleeping).File();
        Assert.Equal(18, KernelTids.Read(Saved(content), CancellationToken.None).Of(9018));
        for (int length = 104; length < content.Length; length += 7)
        {
            string file = Saved(content[..length]);
            try
            {
                Assert.Contains(KernelTids.Read(file, CancellationToken.None).Of(9018), (int[])[18, 9018]);
            }
            catch (Fathom.Model.FathomException)
            {
                // What is no recording at all is said when it is read.
            }
        }
    }

    private string Saved(byte[] content)
    {
        string file = _folder.File("test.data");
        File.WriteAllBytes(file, content);
        return file;
    }
}
