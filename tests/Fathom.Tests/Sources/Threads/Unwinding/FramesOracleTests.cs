using System.Diagnostics;
using Fathom.Sources.Threads.Unwinding;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>Copied stacks of programs that were stopped at any moment, beside the walk of ClrMD.</summary>
public sealed class FramesOracleTests(ITestOutputHelper output)
{
    private static readonly string[] s_leftOut = ["System.Runtime.EH.", "System.Runtime.CompilerServices.InitHelpers."];

    [Theory]
    [InlineData("Frames", 12)]
    [InlineData("Frames8", 12)]
    [InlineData("Frames9", 12)]
    [InlineData("Frames11", 12)]
    public async Task Managed_frames_are_those_of_ClrMD(string sample, int stops)
    {
        using SampleProcess process = SampleProcess.Start(new ProcessStartInfo(Path.Combine(Repository.SampleFolder(sample), sample)));
        using FramesOracle oracle = new(process.Pid, 64 * 1024);
        Random random = new(7);
        List<FramesCompared> all = [];
        for (int i = 0; i < stops; i++)
        {
            await Task.Delay(random.Next(30), TestContext.Current.CancellationToken);
            all.AddRange(await oracle.CompareAsync(tid => File.ReadAllText($"/proc/{process.Pid}/task/{tid}/comm").TrimEnd(), TestContext.Current.CancellationToken));
        }

        foreach (IGrouping<string, FramesCompared> thread in all.GroupBy(static one => one.Thread).OrderBy(static group => group.Key))
        {
            output.WriteLine($"{thread.Key}: {thread.Count()} stops, {thread.Count(static one => one.End == StackEnd.Outermost)} whole, "
                + $"{thread.Sum(static one => one.Found)} of {thread.Sum(static one => one.Expected)} frames; others {string.Join(", ", thread.SelectMany(static one => one.More).Distinct())}");
        }

        // While an exception is on its way, frames go one by one, and who walks by the runtime's notes sees some of them that are gone.
        FramesCompared[] thrown = [.. all.Where(static one => one.Thread == "Exceptions")];
        Assert.InRange(thrown.Count(static one => one.Difference.Length > 0), 0, thrown.Length * 0.15);
        string[] wrong = [.. all.Where(static one => one.Thread != "Exceptions").Select(static one => one.Difference).Where(static difference => difference.Length > 0)];
        output.WriteLine(string.Join('\n', wrong.Take(20)));
        // A thread that is being suspended returns to the runtime instead of its caller, and a stack may be larger than its copy.
        Assert.InRange(all.Count(static one => one.End == StackEnd.Outermost), all.Count * 0.9, all.Count);
        Assert.InRange(wrong.Length, 0, all.Count / 1000.0);
        // ClrMD leaves out what dispatches exceptions, with their handlers and what these call, and what initializes classes.
        Assert.Equal([], all.Where(static one => one.Thread != "Exceptions").SelectMany(static one => one.More).Distinct().Where(static name => !s_leftOut.Any(name.StartsWith)));
    }
}
