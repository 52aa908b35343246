using System.Runtime.InteropServices;
using Fathom.Sources.Pending;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;
using Xunit;

namespace Fathom.Tests.Sources.Pending;

/// <summary>Chains of tasks in made and damaged memory: each task is in one chain, and nothing runs for ever.</summary>
public sealed class TaskChainsTests : ITargetMemory, ITaskTypes
{
    private const ulong Ready = 0x10, Waiting = 0x20;

    private readonly Dictionary<ulong, ulong> _words = [];
    private readonly List<PendingTask> _tasks = [];
    private readonly List<TaskShape> _shapes = [];
    private int _reads;

    [Fact]
    public void Equal_chains_are_one_and_are_counted_by_their_outermost_call()
    {
        int inner = Call("Inner"), outer = Call("Outer");
        _words[0x9000] = Waiting;
        for (ulong i = 0; i < 3; i++)
        {
            Add(0x1000 + i, outer, 1, 0x2000 + i);
            Add(0x2000 + i, inner, 0, 0x9000);
        }

        Assert.Equal([("waiting", "a source", "Inner 1 < Outer 2", 3L)], Read());
    }

    [Fact]
    public void Callers_of_one_call_are_chains_of_their_own()
    {
        int inner = Call("Inner"), outer = Call("Outer");
        _words[0x9000] = Ready;
        _words[0x9008] = 0x100_0000;
        Add(0x1000, outer, 0, 0x2000);
        Add(0x1100, outer, 0, 0x2000);
        Add(0x2000, inner, 0, 0x9000);

        Assert.Equal([("ready", "a task", "Inner 1 < Outer 1", 2L)], Read());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    public void Calls_that_wait_for_each_other_are_one_chain(int length)
    {
        int call = Call("Any");
        for (int i = 0; i < length; i++)
            Add(0x1000 + (ulong)i, call, 0, 0x1000 + (ulong)((i + 1) % length));

        (string Status, string? Awaits, string Path, long Count) chain = Read().Single();
        Assert.Equal((TaskChains.Circle, length, 1L), (chain.Awaits, chain.Path.Split(" < ").Length, chain.Count));
    }

    [Fact]
    public void A_million_calls_that_wait_for_each_other_end_without_recursion_and_with_the_calls_at_both_ends()
    {
        const int length = 1_000_000;
        int call = Call("Any");
        _words[0x9000] = Waiting;
        for (int i = 0; i < length; i++)
            Add(0x1_0000 + (ulong)i, call, 0, i == length - 1 ? 0x9000 : 0x1_0000 + (ulong)i + 1);

        TaskChains chains = Chains();
        int node = chains.Read().Single().Key;
        Assert.Equal(length, chains.Tree.DepthOf(node));
        Assert.Equal(2 * ChainTree.ShownCalls, chains.Tree.CallsOf(node, out int omitted).Count);
        Assert.Equal(length - (2 * ChainTree.ShownCalls), omitted);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(20)]
    [InlineData(21)]
    [InlineData(39)]
    [InlineData(40)]
    [InlineData(41)]
    [InlineData(60)]
    public void The_calls_at_both_ends_are_the_first_and_the_last_in_their_order(int length)
    {
        ChainTree tree = new();
        int node = tree.Below(ChainTree.Root, new ChainFrame("end", null, "waiting"));
        for (int i = 0; i < length; i++)
            node = tree.Below(node, new ChainFrame("call", i, null));

        int?[] calls = [.. tree.CallsOf(node, out int omitted).Select(static call => call.AwaitIndex)];

        int?[] all = [.. Enumerable.Range(0, length)];
        Assert.Equal(Math.Max(0, length - 40), omitted);
        Assert.Equal(omitted == 0 ? all : [.. all[..20], .. all[^20..]], calls);
        Assert.Equal("end", tree.EndOf(node).Text);
    }

    [Fact]
    public void What_cannot_be_read_is_not_known_and_counted()
    {
        Add(0x1000, Call("Any"), 0, 0x9000);

        TaskChains chains = Chains();
        Assert.Equal("not_known", chains.Tree.EndOf(chains.Read().Single().Key).Status);
        Assert.Equal(1, chains.UnreadableCount);
    }

    [Fact]
    public void Any_references_give_chains_with_every_task_within_bounds()
    {
        for (int seed = 0; seed < 500; seed++)
        {
            Random random = new(seed);
            _tasks.Clear();
            _shapes.Clear();
            int[] calls = [Call("A"), Call("B"), Unwrap()];
            int count = random.Next(1, 60);
            for (int i = 0; i < count; i++)
                _tasks.Add(new PendingTask(Any(), calls[random.Next(3)], random.Next(-5, 3), Any(), Any()));
            _reads = 0;

            Dictionary<int, long> chains = Chains().Read();

            Assert.InRange(chains.Values.Sum(), 1, count);
            Assert.InRange(_reads, 0, count * 10);
            ulong Any() => 0x1000 + (ulong)random.Next(80);
        }
    }

    int ITargetMemory.Read(ulong address, Span<byte> buffer)
    {
        _reads++;
        if (!_words.TryGetValue(address, out ulong word))
            return 0;
        MemoryMarshal.AsBytes(new Span<ulong>(ref word))[..buffer.Length].CopyTo(buffer);
        return buffer.Length;
    }

    ulong ITargetMemory.NextReadable(ulong address, ulong limit) => limit;

    AwaitedShape ITaskTypes.ShapeOf(ulong methodTable) => methodTable == Ready ? new AwaitedShape("a task", 8) : new AwaitedShape("a source", -1);

    string ITaskTypes.MethodOf(ulong callback) => "a delegate";

    private (string Status, string? Awaits, string Path, long Count)[] Read()
    {
        TaskChains chains = Chains();
        return [.. chains.Read().Select(entry => (
            chains.Tree.EndOf(entry.Key).Status!,
            chains.Tree.EndOf(entry.Key).Text,
            string.Join(" < ", chains.Tree.CallsOf(entry.Key, out _).Select(static call => $"{call.Text} {call.AwaitIndex}")),
            entry.Value))];
    }

    private TaskChains Chains() => new(_tasks, _shapes, this, null!, this, TestContext.Current.CancellationToken);

    private void Add(ulong address, int shape, int state, ulong awaited) => _tasks.Add(new PendingTask(address, shape, state, awaited, 0));

    private int Call(string method) => Shape(new AsyncBoxLayout(method, method, 0, -1, 0, []), false);

    private int Unwrap() => Shape(null, true);

    private int Shape(AsyncBoxLayout? box, bool isUnwrapping)
    {
        _shapes.Add(new TaskShape
        {
            Name = "Task.Unwrap",
            FailedName = "",
            FlagsOffset = 8,
            ContinuationOffset = 16,
            ActionOffset = 24,
            PropertiesOffset = -1,
            InnerOffset = -1,
            IsUnwrapping = isUnwrapping,
            Box = box,
            Runtime = null,
        });
        return _shapes.Count - 1;
    }
}
