using Fathom.Model.Profiles;
using Fathom.Serializers.Profiles;
using Xunit;

namespace Fathom.Tests.Serializers.Profiles;

/// <summary>The time of a thread in a window is split: what events tell is measured, the rest is divided as the samples in it.</summary>
public sealed class OperationSplitTests
{
    private const long Thread = 7, Other = 8;
    private const ulong Run = 1000, SerializeOne = 2000, TouchOne = 3000, Write = 4000, Memmove = 5000, Stub = 6000, Poll = 7000, Nameless = 9000;

    private static readonly TimeSlice s_window = new(1000, 2000);

    private readonly RuntimeTrace _trace = new();

    public OperationSplitTests()
    {
        Name(Run, "Fathom.Serializers.Kit.Measuring.ProfiledRun", "Take");
        Name(SerializeOne, "Fathom.Serializers.Kit.Measuring.BoundCase`1[System.__Canon]", "SerializeOne");
        Name(TouchOne, "Fathom.Serializers.Kit.Measuring.BoundCase`1[System.__Canon]", "TouchOne");
        Name(Write, "App.Writer", "Write");
        Name(Memmove, "System.SpanHelpers", "Memmove");
        Name(Stub, "dynamicClass", "IL_STUB_PInvoke");
        Name(Poll, "System.Threading.Thread", "<PollGC>g__PollGCWorker|67_0");
    }

    [Fact]
    public void The_parts_add_up_to_the_window_and_each_moment_counts_once()
    {
        Suspend(1100, 1200, collection: true);
        // A collection within a compilation, and a pause for a sample in both.
        Compile(Thread, 1150, 1300);
        Suspend(1250, 1350, collection: false);
        Sample(Thread, 1500, Write, SerializeOne, Run);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((100, 100, 50), (parts[ProfilePart.Gc].DurationNs, parts[ProfilePart.Jit].DurationNs, parts[ProfilePart.Sampling].DurationNs));
        Assert.Equal(750, parts[ProfilePart.Serializer].DurationNs);
        Assert.Equal(1000, parts.Values.Sum(static part => part.DurationNs));
        Assert.Null(parts[ProfilePart.Gc].Samples);
        Assert.Null(parts[ProfilePart.Gc].Bounds);
    }

    [Fact]
    public void What_lies_outside_of_the_window_or_on_another_thread_does_not_count()
    {
        Suspend(900, 1010, collection: true);
        Suspend(1990, 2100, collection: true);
        Suspend(100, 200, collection: true);
        Compile(Thread, 1950, 2050);
        Compile(Other, 1500, 1600);
        Sample(Thread, 999, Memmove, SerializeOne);
        Sample(Thread, 2000, Memmove, SerializeOne);
        Sample(Other, 1500, Memmove, SerializeOne);
        Sample(Thread, 1500, Write, SerializeOne);

        OperationSplit split = OperationSplit.Of(_trace, Thread, s_window);

        Assert.Equal(20, split.Parts.Single(static part => part.Part == ProfilePart.Gc).DurationNs);
        Assert.Equal(40, split.Parts.Single(static part => part.Part == ProfilePart.Jit).DurationNs);
        Assert.Equal((1, 1, 100), (split.CompiledMethods, split.BackgroundMethods, split.BackgroundNs));
        Assert.Equal(1, split.Samples);
        Assert.Equal(0, split.Parts.Single(static part => part.Part == ProfilePart.Copy).Samples);
    }

    [Fact]
    public void The_rest_is_divided_as_the_samples_in_it_with_bounds()
    {
        // Six, three and one of each ten: neighbours are no more alike than others.
        for (int i = 0; i < 100; i++)
            Sample(Thread, 1001 + i, (i * 3 % 10) switch { < 6 => [Write, SerializeOne, Run], < 9 => [Memmove, Write, SerializeOne, Run], _ => [Write, TouchOne, Run] });

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((600, 300, 100), (parts[ProfilePart.Serializer].DurationNs, parts[ProfilePart.Copy].DurationNs, parts[ProfilePart.Suite].DurationNs));
        Assert.Equal((60L, 30L, 10L), (parts[ProfilePart.Serializer].Samples, parts[ProfilePart.Copy].Samples, parts[ProfilePart.Suite].Samples));
        BinomialBounds bounds = BinomialBounds.Of(30, 100);
        Assert.Equal(((long)(1000 * bounds.Low), (long)(1000 * bounds.High)), parts[ProfilePart.Copy].Bounds);
        Assert.DoesNotContain(ProfilePart.Unknown, parts.Keys);
    }

    [Fact]
    public void Samples_of_one_part_in_a_row_say_less_than_as_many_here_and_there()
    {
        for (int i = 0; i < 100; i++)
            Sample(Thread, 1001 + i, i < 60 ? [Write, SerializeOne, Run] : [Memmove, Write, SerializeOne, Run]);

        SplitPart copy = Split()[ProfilePart.Copy];

        BinomialBounds independent = BinomialBounds.Of(40, 100);
        Assert.Equal(400, copy.DurationNs);
        Assert.True(copy.Bounds!.Value.High - copy.Bounds.Value.Low > 1000 * 1.5 * (independent.High - independent.Low), $"{copy.Bounds}");
    }

    [Fact]
    public void A_sample_within_a_compilation_has_its_time_from_the_events()
    {
        Compile(Thread, 1000, 1400);
        Sample(Thread, 1200, Memmove, SerializeOne);
        Sample(Thread, 1500, Write, SerializeOne);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((400, 600, 0), (parts[ProfilePart.Jit].DurationNs, parts[ProfilePart.Serializer].DurationNs, parts[ProfilePart.Copy].DurationNs));
    }

    [Fact]
    public void On_the_way_into_a_pause_the_thread_was_where_its_sample_found_it()
    {
        Suspend(1200, 1300, collection: false, stopped: 1260);
        Sample(Thread, 1280, Write, SerializeOne);
        Suspend(1400, 1500, collection: false, stopped: 1410);
        Sample(Thread, 1450, Memmove, SerializeOne);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        // 40 and 90 of standstill, 60 and 10 on the way, and half of what is left for each.
        Assert.Equal((130, 460, 410), (parts[ProfilePart.Sampling].DurationNs, parts[ProfilePart.Serializer].DurationNs, parts[ProfilePart.Copy].DurationNs));
    }

    [Fact]
    public void A_thread_in_native_code_runs_on_in_a_pause()
    {
        Suspend(1200, 1300, collection: false, stopped: 1260);
        Sample(Thread, 1280, Stub, Memmove, SerializeOne);
        // A pause without a sample of the thread: of another service of the runtime.
        Suspend(1400, 1500, collection: false, stopped: 1410);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((90, 910), (parts[ProfilePart.Sampling].DurationNs, parts[ProfilePart.Copy].DurationNs));
    }

    [Fact]
    public void Without_samples_the_rest_is_said_to_be_unknown()
    {
        Suspend(1100, 1200, collection: true);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((900, 0), (parts[ProfilePart.Unknown].DurationNs, parts[ProfilePart.Unknown].Samples));
        Assert.DoesNotContain(ProfilePart.Serializer, parts.Keys);
    }

    [Fact]
    public void A_stub_is_no_place_and_code_without_a_name_is_an_unknown_one()
    {
        Sample(Thread, 1100, Stub, Memmove, SerializeOne);
        Sample(Thread, 1200, Nameless, Memmove, SerializeOne);
        Sample(Thread, 1300);
        Sample(Thread, 1400, Write, Nameless, SerializeOne);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((1L, 2L, 1L), (parts[ProfilePart.Copy].Samples, parts[ProfilePart.Unknown].Samples, parts[ProfilePart.Serializer].Samples));
    }

    [Fact]
    public void A_stop_behind_a_copy_does_not_tell_whether_it_copied()
    {
        Sample(Thread, 1100, Poll, Memmove, Write, SerializeOne);
        Sample(Thread, 1200, Poll, Write, SerializeOne);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((1L, 1L, 0L), (parts[ProfilePart.SerializerOrCopy].Samples, parts[ProfilePart.Serializer].Samples, parts[ProfilePart.Copy].Samples));
        Assert.DoesNotContain(ProfilePart.Unknown, parts.Keys);
    }

    [Fact]
    public void The_loop_counts_for_the_suite_and_what_was_compiled_into_the_call_for_the_serializer()
    {
        Sample(Thread, 1100, Run);
        Sample(Thread, 1200, SerializeOne, Run);
        Sample(Thread, 1300, TouchOne, Run);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((2L, 1L), (parts[ProfilePart.Suite].Samples, parts[ProfilePart.Serializer].Samples));
    }

    [Fact]
    public void A_method_that_calls_itself_is_in_a_sample_once()
    {
        Sample(Thread, 1100, Write, Write, Write, SerializeOne, Run);
        Sample(Thread, 1200, Memmove, Write, SerializeOne, Run);

        OperationSplit split = OperationSplit.Of(_trace, Thread, s_window);

        SplitMethod[] methods = [.. split.Methods.OrderBy(static method => method.Part).ThenBy(static method => method.Method.Name, StringComparer.Ordinal)];
        Assert.Equal(
            [(ProfilePart.Serializer, "App.Writer.Write", 1L, 1L), (ProfilePart.Copy, "System.SpanHelpers.Memmove", 1, 1), (ProfilePart.Copy, "App.Writer.Write", 0, 1)],
            methods.Select(static method => (method.Part, method.Method.ToString(), method.SelfSamples, method.TotalSamples)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_pause_whose_begin_the_events_do_not_say_is_not_known(bool isSampled)
    {
        _trace.Suspensions.Add(new TracedSuspension(new TimeSlice(1200, 1300), IsCollection: false, null));
        if (isSampled)
            Sample(Thread, 1250, Write, SerializeOne, Run);

        Dictionary<ProfilePart, SplitPart> parts = Split();

        Assert.Equal((isSampled ? 100 : 1000, 0), (parts[ProfilePart.Unknown].DurationNs, parts[ProfilePart.Sampling].DurationNs));
        Assert.Equal(1000, parts.Values.Sum(static part => part.DurationNs));
    }

    [Fact]
    public void Any_events_give_parts_that_add_up()
    {
        Random random = new(3);
        for (int round = 0; round < 200; round++)
        {
            RuntimeTrace trace = new();
            for (int i = random.Next(12); i > 0; i--)
            {
                TimeSlice time = Draw(random);
                trace.Suspensions.Add(new TracedSuspension(time, random.Next(2) == 0, random.Next(4) == 0 ? null : random.Next((int)time.StartNs - 5, (int)time.StartNs + 50)));
            }


            for (int i = random.Next(12); i > 0; i--)
                trace.Compilations.Add(new TracedCompilation(random.Next(7, 9), Draw(random)));
            for (int i = random.Next(30); i > 0; i--)
            {
                trace.Samples.Add(random.Next(7, 9), random.Next(900, 2100), random.Next(2) == 0);
                for (int depth = random.Next(4); depth > 0; depth--)
                    trace.Samples.AddFrame((ulong)random.Next(10) * 1000);
            }

            OperationSplit split = OperationSplit.Of(trace, Thread, s_window);

            Assert.Equal(1000, split.Parts.Sum(static part => part.DurationNs));
            Assert.All(split.Parts, static part => Assert.InRange(part.DurationNs, 0, 1000));
        }
    }

    private static TimeSlice Draw(Random random)
    {
        int start = random.Next(900, 2100);
        return new TimeSlice(start, start + random.Next(-20, 400));
    }

    private Dictionary<ProfilePart, SplitPart> Split() => OperationSplit.Of(_trace, Thread, s_window).Parts.ToDictionary(static part => part.Part);

    private void Name(ulong start, string type, string name) => _trace.Methods.Add(new TracedMethod(type, name), start, 100, 0);

    private void Suspend(long start, long end, bool collection, long? stopped = null) => _trace.Suspensions.Add(new TracedSuspension(new TimeSlice(start, end), collection, stopped ?? start));

    private void Compile(long thread, long start, long end) => _trace.Compilations.Add(new TracedCompilation(thread, new TimeSlice(start, end)));

    // Callers are seen by the address that their call returns to, which may be the first one behind them.
    private void Sample(long thread, long ns, params ReadOnlySpan<ulong> frames)
    {
        _trace.Samples.Add(thread, ns, isManaged: frames is not [Stub, ..]);
        for (int i = 0; i < frames.Length; i++)
            _trace.Samples.AddFrame(frames[i] + (i == 0 ? 0UL : 100UL));
    }
}
