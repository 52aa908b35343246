using Fathom.Model.Threads;
using Fathom.Query.Stacks;
using Xunit;

namespace Fathom.Tests.Query.Stacks;

public sealed class FrameFoldTests
{
    [Fact]
    public void Own_methods_stand_with_what_the_innermost_called_and_the_rest_is_counted()
    {
        ThreadFacts thread = Thread(
            ["libc.so.6!futex", "libcoreclr.so+0x10"],
            "System.Threading.Monitor.Wait(System.Object)", "System.Threading.Tasks.Task.Wait()", "*Shop.Prices.Of(System.Guid)", "System.Linq.Enumerable.Select()",
            "*Shop.Order`1[[System.Int32, System.Private.CoreLib]].Run[[System.String, System.Private.CoreLib]](System.Int32)", "A.B()", "A.C()", "*Program.Main()", "System.Threading.Thread.Start()");

        Assert.Equal(
            [
                "… 3 frames of the framework",
                "System.Threading.Tasks.Task.Wait",
                "Shop.Prices.Of",
                "System.Linq.Enumerable.Select",
                "Shop.Order<int>.Run",
                "… 2 frames of the framework",
                "Program.Main",
            ],
            FrameFold.Of(thread));
        Assert.Equal("Shop.Prices.Of(System.Guid)", thread.OwnMethod);
    }

    [Fact]
    public void A_thread_that_runs_its_own_method_has_nothing_above_it()
    {
        Assert.Equal(["Shop.Spin.Work"], FrameFold.Of(Thread([], "*Shop.Spin.Work()", "System.Threading.Thread.Start()")));
        Assert.Equal(["… 1 frame of the framework", "Shop.Spin.Work"], FrameFold.Of(Thread(["libm.so.6!sin"], "*Shop.Spin.Work()")));
    }

    [Fact]
    public void A_stack_without_own_methods_has_no_lines()
    {
        Assert.Empty(FrameFold.Of(Thread(["libc.so.6!read"], "System.Console.Read()")));
        Assert.Empty(FrameFold.Of(Thread([])));
    }

    // No frame is lost: lines that count frames and the others are all frames up to the outermost own one.
    [Fact]
    public void Random_stacks_are_counted_whole()
    {
        Random random = new(7);
        for (int round = 0; round < 500; round++)
        {
            string[] frames = [.. Enumerable.Range(0, random.Next(12)).Select(i => $"{(random.Next(3) == 0 ? "*" : "")}T.M{i}()")];
            ThreadFacts thread = Thread([.. Enumerable.Repeat("libc.so.6!x", random.Next(4))], frames);
            int outermost = Array.FindLastIndex(frames, static frame => frame[0] == '*');

            int shown = FrameFold.Of(thread).Sum(static line => line.StartsWith('…') ? int.Parse(line.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture) : 1);

            Assert.Equal(outermost < 0 ? 0 : outermost + 1 + thread.NativeFrames.Count, shown);
            Assert.Equal(frames.Where(static frame => frame[0] == '*').Select(static frame => frame[1..^2]), FrameFold.Of(thread).Where(line => frames.Contains($"*{line}()")));
        }
    }

    // A star marks own methods.
    private static ThreadFacts Thread(string[] native, params string[] frames) => new(1, 100, null, ThreadKinds.Managed)
    {
        NativeFrames = native,
        Frames = [.. frames.Select(static frame => frame.TrimStart('*'))],
        AreOwn = [.. frames.Select(static frame => frame[0] == '*')],
    };
}
