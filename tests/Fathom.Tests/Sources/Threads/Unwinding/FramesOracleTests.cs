using Fathom.Sources.Threads.Unwinding;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>Copied stacks of programs that were stopped at any moment, beside the walk of ClrMD.</summary>
public sealed class FramesOracleTests(ITestOutputHelper output)
{
    private const int StackBytes = 64 * 1024;
    private const int ShortStops = 12;
    private const int DefaultLongStacks = 1_000;

    // While an exception is on its way, frames go one by one, and who walks by the runtime's notes sees some of them that are gone.
    private const string Exceptions = "Exceptions";

    private static readonly string[] s_leftOut = ["System.Runtime.EH.", "System.Runtime.CompilerServices.InitHelpers."];

    /// <summary>Programs of the long test; <c>FATHOM_ORACLE_PROGRAMS</c> names some of them, <c>FATHOM_ORACLE_STACKS</c> how many stacks of each.</summary>
    public static TheoryData<string> Programs => Environment.GetEnvironmentVariable("FATHOM_ORACLE_PROGRAMS") is { Length: > 0 } some
        ? [.. some.Split(',')]
        : ["Frames", "Frames8", "Frames9", "Frames11", "bundle 8", "bundle 9", "bundle 10", "ASP.NET Core", "F#", "Roslyn", "ilspycmd", "PowerShell"];

    private static int LongStacks => int.TryParse(Environment.GetEnvironmentVariable("FATHOM_ORACLE_STACKS"), out int stacks) ? stacks : DefaultLongStacks;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Frames")]
    [InlineData("Frames8", Traits = ["Category", "Long"])]
    [InlineData("Frames9", Traits = ["Category", "Long"])]
    [InlineData("Frames11")]
    public async Task Managed_frames_are_those_of_ClrMD(string program)
    {
        List<FramesCompared> all = await CompareAsync(program, static (stops, _) => stops < ShortStops);

        Check(program, all);
    }

    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(Programs))]
    public async Task Managed_frames_of_many_stacks_are_those_of_ClrMD(string program)
    {
        List<FramesCompared> all = await CompareAsync(program, static (_, stacks) => stacks < LongStacks);

        Check(program, all);
    }

    private static async Task<List<FramesCompared>> CompareAsync(string name, Func<int, int, bool> goesOn)
    {
        using OracleProgram program = OracleProgram.Start(name);
        using FramesOracle oracle = new(program.Pid, StackBytes);
        Random random = new(7);
        List<FramesCompared> all = [];
        for (int stops = 0; goesOn(stops, all.Count); stops++)
        {
            await Task.Delay(random.Next(30), TestContext.Current.CancellationToken);
            all.AddRange(await oracle.CompareAsync(tid => File.ReadAllText($"/proc/{program.Pid}/task/{tid}/comm").TrimEnd(), TestContext.Current.CancellationToken));
        }

        return all;
    }

    private void Check(string program, List<FramesCompared> all)
    {
        foreach (IGrouping<string, FramesCompared> thread in all.GroupBy(static one => one.Thread).OrderBy(static group => group.Key))
        {
            output.WriteLine($"{thread.Key}: {thread.Count()} stacks, {thread.Count(static one => one.End == StackEnd.Outermost)} whole, "
                + $"{thread.Sum(static one => one.Found)} of {thread.Sum(static one => one.Expected)} frames; others {string.Join(", ", thread.SelectMany(static one => one.More).Distinct())}");
        }

        FramesCompared[] whole = [.. all.Where(static one => one.End == StackEnd.Outermost)], thrown = [.. whole.Where(static one => one.Thread == Exceptions)];
        FramesCompared[] wrong = [.. whole.Where(static one => one.Difference.Length > 0)];
        output.WriteLine($"TABLE | {program} | {all.Count} | {whole.Length} | {whole.Sum(static one => one.Expected)} | {whole.Sum(static one => one.Found)} | "
            + $"{all.Count(static one => one.Inner > 0)} | {wrong.Length} ({wrong.Count(static one => one.Thread == Exceptions)} of exceptions) | "
            + string.Join(", ", all.Where(static one => one.EndPlace.Length > 0).CountBy(static one => one.EndPlace).Select(static end => $"{end.Value} {end.Key}")));
        output.WriteLine(string.Join('\n', wrong.Take(20).Select(static one => one.Difference)));
        output.WriteLine(string.Join('\n', all.Where(static one => one.Thread != Exceptions && one.More.Any(IsUnexpected)).Take(6).Select(static one => one.Beside)));
        Assert.InRange(thrown.Count(static one => one.Difference.Length > 0), 0, thrown.Length * 0.15);
        // A thread that is being suspended returns to the runtime instead of its caller, and a stack may be larger than its copy.
        Assert.InRange(whole.Length, all.Count * 0.9, all.Count);
        // One in a thousand is allowed, and one in a short run: a thread may stand where no notes can tell.
        Assert.True(
            wrong.Length - thrown.Count(static one => one.Difference.Length > 0) <= 1 + (all.Count / 1000.0),
            string.Join('\n', wrong.Where(static one => one.Thread != Exceptions).Select(static one => one.Difference)));
        // ClrMD leaves out what dispatches exceptions, with their handlers and what these call, and what initializes classes.
        Assert.Equal([], all.Where(static one => one.Thread != Exceptions).SelectMany(static one => one.More).Distinct().Where(IsUnexpected));
    }

    private static bool IsUnexpected(string name) => !s_leftOut.Any(name.StartsWith);
}
