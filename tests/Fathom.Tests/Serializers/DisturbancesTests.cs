using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Machines;
using Fathom.Serializers.Programs;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>What makes times longer is said with its effect.</summary>
public sealed class DisturbancesTests
{
    private const string Machine = "cpu  1000 0 500 8000 400 50 50 0 0 0\ncpu0 500 0 250 4000 200 25 25 0 0 0\n";
    private const string Later = "cpu  1700 0 500 8200 400 50 50 100 0 0\ncpu0 1 0 0 0 0 0 0 0 0 0\n";
    private const string Own = "42 (a ) name) S 1 42 42 0 -1 4194304 100 0 0 0 10 20 30 40 20 0 9 0 12345 1000000 200 0";
    private const string OwnLater = "42 (a ) name) S 1 42 42 0 -1 4194304 100 0 0 0 110 120 130 140 20 0 9 0 12345 1000000 200 0";

    // 1000 ticks passed, 800 of them busy, 400 of those our own and our children's.
    [Fact]
    public void The_share_of_others_is_what_neither_idled_nor_was_ours()
    {
        ProcessorTimes before = ProcessorTimes.Parse(Machine, Own)!.Value, after = ProcessorTimes.Parse(Later, OwnLater)!.Value;

        Assert.Equal(new ProcessorTimes(1600, 10_000, 100), before);
        Assert.Equal(0.4, after.OthersSince(before), 0.0001);
        Assert.Equal(0, before.OthersSince(before));
        Assert.Contains("took 40 % of the processors meanwhile, more than 10 %", Assert.Single(Disturbances.During(before, after)), StringComparison.Ordinal);
        Assert.Empty(Disturbances.During(null, after));
    }

    [Fact]
    public void The_kernel_of_this_machine_tells() => Assert.True(ProcessorTimes.Read() is { All: > 0 });

    [Theory]
    [InlineData("0.15 0.10 0.05 1/200 4242", 2, false)]
    [InlineData("1.90 0.10 0.05 3/200 4242", 2, true)]
    [InlineData("1.20 0.10 0.05 3/200 4242", 64, false)]
    public void A_load_above_a_tenth_of_the_processors_is_said_before(string load, int processors, bool said) =>
        Assert.Equal(said, Disturbances.Before(load, processors).Any());

    [Fact]
    public void Debug_builds_and_debuggers_are_named_with_their_serializers()
    {
        BuiltProgram program = new(new Fathom.Serializers.Programs.ProgramProject("P", "/p/P.csproj"), BuildTarget.Default, "/p/P", "");
        OfferedSerializer[] all =
        [
            new(1, "Good", program, new Message("serializer").With("optimized", 1).With("debugger", 0), ""),
            new(2, "Debug", program, new Message("serializer").With("optimized", 0).With("debugger", 1), ""),
            new(3, "Absent", program, null, "NU1101"),
        ];

        string[] said = [.. Disturbances.Of(all)];

        Assert.StartsWith("compiled without optimization (Debug): Debug;", said[0], StringComparison.Ordinal);
        Assert.StartsWith("a debugger is attached to: Debug;", said[1], StringComparison.Ordinal);
        Assert.Equal(2, said.Length);
    }
}
