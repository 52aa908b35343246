using System.Runtime.CompilerServices;
using Fathom.Sources.Threads.Async;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Async;

/// <summary>Calls that the runtime suspends, in made and damaged memory.</summary>
public sealed class AsyncReaderTests : IMemoryReader, IAsyncTypes
{
    private const ulong TaskType = 0x100, LibraryType = 0x200, CallType = 0x300;
    private static readonly RuntimeAsyncLayout s_task = new(8, 16);

    private readonly Dictionary<ulong, ulong> _words = [];
    private readonly AsyncReader _reader;
    private int _reads, _infos = 1;

    public AsyncReaderTests() => _reader = new AsyncReader(this, this);

    int IMemoryReader.PointerSize => sizeof(ulong);

    [Fact]
    public void Calls_are_counted_from_the_innermost_with_what_each_awaits()
    {
        Task(0x1000, 0x2000);
        Library(0x2000, next: 0x3000, awaited: 0x1100);
        Call(0x3000, next: 0x4000, "Inner", state: 1);
        Call(0x4000, next: 0, "Outer", state: 0);
        Task(0x1100, 0x5000);
        Call(0x5000, next: 0, "Other", state: 0);

        _reader.Add(0x1000, s_task, TestContext.Current.CancellationToken);

        Assert.Equal(0, _reader.UnreadableCount);
        Assert.Equal(
            [(new AsyncWait(null, "Inner", 2, "Other"), 1L), (new AsyncWait(null, "Outer", 1, "Inner"), 1L)],
            _reader.Waits.Select(static wait => (wait.Key, wait.Value)));
    }

    [Theory]
    [InlineData(false, 1)]
    [InlineData(false, 2)]
    [InlineData(false, 7)]
    [InlineData(true, 1)]
    [InlineData(true, 2)]
    [InlineData(true, 7)]
    public void A_chain_that_leads_back_into_itself_is_one_loss_and_no_call(bool isOfCalls, int length)
    {
        Task(0x1000, 0x2000);
        for (uint i = 0; i < length; i++)
        {
            ulong at = 0x2000 + (i * 0x100), next = 0x2000 + ((i + 1) % (uint)length * 0x100);
            if (isOfCalls)
                Call(at, next, "Any", 0);
            else
                Library(at, next, 0);
        }

        _reader.Add(0x1000, s_task, TestContext.Current.CancellationToken);

        Assert.Equal((1, 0), (_reader.UnreadableCount, _reader.Waits.Count));
        Assert.InRange(_reads, 1, 200);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_chain_is_followed_to_the_greatest_depth_only(bool isOfCalls)
    {
        Task(0x1000, 0x10000);
        for (uint i = 0; i < RuntimeAsyncReader.MaxDepth + 10; i++)
        {
            ulong at = 0x10000 + (i * 0x100);
            if (isOfCalls)
                Call(at, at + 0x100, "Deep", 0);
            else
                Library(at, at + 0x100, 0);
        }

        _reader.Add(0x1000, s_task, TestContext.Current.CancellationToken);

        Assert.Equal((1, isOfCalls ? RuntimeAsyncReader.MaxDepth : 0), (_reader.UnreadableCount, _reader.Waits.Values.Sum()));
    }

    [Fact]
    public void It_ends_within_a_chain_when_it_is_due()
    {
        using CancellationTokenSource due = new();
        Task(0x1000, 0x2000);
        Library(0x2000, next: 0x3000, 0);
        due.Cancel();

        Assert.Throws<OperationCanceledException>(() => _reader.Add(0x1000, s_task, due.Token));
    }

    [Fact]
    public void What_many_calls_await_is_followed_once()
    {
        Task(0x1000, 0x8000);
        for (uint i = 0; i < 50; i++)
            Call(0x8000 + (i * 0x100), i == 49 ? 0 : 0x8000 + ((i + 1) * 0x100), "Deep", 0);
        for (uint i = 0; i < 100; i++)
        {
            Task(0x20000 + (i * 0x100), 0x40000 + (i * 0x200));
            Library(0x40000 + (i * 0x200), next: 0x40100 + (i * 0x200), awaited: 0x1000);
            Call(0x40100 + (i * 0x200), next: 0, "Waiter", 0);
        }

        for (uint i = 0; i < 100; i++)
            _reader.Add(0x20000 + (i * 0x100), s_task, TestContext.Current.CancellationToken);

        Assert.Equal((new AsyncWait(null, "Waiter", 1, "Deep"), 100L), (_reader.Waits.Single().Key, _reader.Waits.Single().Value));
        Assert.InRange(_reads, 1, 2_000);
    }

    [Fact]
    public void Any_memory_gives_calls_or_losses_within_bounds()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            Random random = new(seed);
            _words.Clear();
            for (ulong at = 0x1000; at < 0x1400; at += 8)
            {
                if (random.Next(20) != 0)
                    _words[at] = random.Next(4) switch { 0 => LibraryType, 1 => CallType, 2 => TaskType, _ => 0x1000 + ((ulong)random.Next(0x90) * 8) };
            }

            AsyncReader reader = new(this, this);
            _reads = 0;
            for (ulong task = 0x1000; task < 0x1400; task += 8)
                reader.Add(task, s_task, TestContext.Current.CancellationToken);

            Assert.InRange(_reads, 1, 200_000);
            Assert.True(reader.Waits.Values.Sum() + reader.UnreadableCount >= 0);
        }
    }

    bool IMemoryReader.ReadPointer(ulong address, out ulong value)
    {
        _reads++;
        return _words.TryGetValue(address, out value);
    }

    ulong IMemoryReader.ReadPointer(ulong address) => _words.GetValueOrDefault(address);

    bool IMemoryReader.Read<T>(ulong address, out T value)
    {
        _reads++;
        bool isThere = _words.TryGetValue(address, out ulong word);
        value = isThere ? Unsafe.As<ulong, T>(ref word) : default;
        return isThere;
    }

    T IMemoryReader.Read<T>(ulong address) => throw new NotSupportedException();

    int IMemoryReader.Read(ulong address, Span<byte> buffer) => throw new NotSupportedException();

    ContinuationLayout? IAsyncTypes.ContinuationOf(ulong methodTable) => methodTable switch
    {
        LibraryType => new ContinuationLayout(8, 16, 24, 32),
        CallType => new ContinuationLayout(8, 16, 24, -1),
        _ => null,
    };

    AwaitedType IAsyncTypes.AwaitedOf(ulong methodTable) => methodTable == TaskType ? new AwaitedType("a task", s_task) : new AwaitedType(null, null);

    string? IAsyncTypes.MethodAt(ulong place) => _names.GetValueOrDefault(place);

    private readonly Dictionary<ulong, string> _names = [];

    private void Task(ulong at, ulong chain) => (_words[at], _words[at + 8], _words[at + 16]) = (TaskType, 0, chain);

    private void Library(ulong at, ulong next, ulong awaited) => Continuation(LibraryType, at, next, 0, 0, awaited);

    private void Call(ulong at, ulong next, string method, int state)
    {
        ulong place = (ulong)_infos++;
        _names[place] = method;
        Continuation(CallType, at, next, place, state, 0);
    }

    private void Continuation(ulong type, ulong at, ulong next, ulong place, int state, ulong awaited)
    {
        ulong info = 0x1_0000_0000 + ((ulong)_infos++ * 16);
        _words[info + 8] = place;
        (_words[at], _words[at + 8], _words[at + 16], _words[at + 24], _words[at + 32]) = (type, next, info, (ulong)state, awaited);
    }
}
