using System.Buffers;
using System.Collections.Concurrent;
using System.Globalization;
using System.Text.RegularExpressions;

namespace LeakSuite;

/// <summary>What other tests of a suite do meanwhile: allocate and drop, fill and empty caches, rent from pools that give back at collections, start threads, compile.</summary>
internal sealed class Noise : IDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly List<Thread> _threads = [];
    private readonly List<Timer> _timers = [];
    private readonly ConcurrentQueue<object> _queue = new();

    public Noise(int seed)
    {
        FillPools(seed);
        foreach (Action<Random> work in (Action<Random>[])[Churn, Waves, Pools, Texts, Tasks, Grow])
        {
            Random random = new(HashCode.Combine(seed, _threads.Count));
            Thread thread = new(() =>
            {
                while (!_end.IsCancellationRequested)
                {
                    work(random);
                    Thread.Sleep(random.Next(1, 15));
                }
            }) { IsBackground = true };
            _threads.Add(thread);
            thread.Start();
        }

        _timers.Add(new Timer(_ => _queue.Enqueue(new byte[100]), null, 0, 7));
        _timers.Add(new Timer(_ => _queue.Clear(), null, 0, 300));
    }

    public void Dispose()
    {
        _end.Cancel();
        _timers.ForEach(timer => timer.Dispose());
        _threads.ForEach(thread => thread.Join());
        _end.Dispose();
    }

    // What tests before this one have returned to the pools; the pools give it back bit by bit, at collections.
    private static void FillPools(int seed)
    {
        Random random = new(seed);
        byte[][] bytes = [.. Enumerable.Range(0, 400).Select(_ => ArrayPool<byte>.Shared.Rent(random.Next(16, 60_000)))];
        char[][] chars = [.. Enumerable.Range(0, 400).Select(_ => ArrayPool<char>.Shared.Rent(random.Next(16, 20_000)))];
        foreach (byte[] array in bytes)
            ArrayPool<byte>.Shared.Return(array);
        foreach (char[] array in chars)
            ArrayPool<char>.Shared.Return(array);
    }

    private void Churn(Random random)
    {
        object[] kept = new object[random.Next(10, 2_000)];
        for (int i = 0; i < kept.Length; i++)
            kept[i] = new byte[random.Next(8, 300)];
        Thread.Sleep(random.Next(0, 30));
        GC.KeepAlive(kept);
    }

    private readonly List<byte[]> _wave = [];

    private void Waves(Random random)
    {
        for (int i = 0; i < random.Next(300); i++)
            _wave.Add(new byte[48]);
        if (_wave.Count > 3_000)
            _wave.Clear();
    }

    private void Pools(Random random)
    {
        byte[][] rented = [.. Enumerable.Range(0, random.Next(1, 60)).Select(_ => ArrayPool<byte>.Shared.Rent(random.Next(16, 100_000)))];
        Thread.Sleep(random.Next(0, 10));
        foreach (byte[] array in rented)
            ArrayPool<byte>.Shared.Return(array);
    }

    private readonly Dictionary<string, object> _texts = [];

    private void Texts(Random random)
    {
        for (int i = 0; i < 50; i++)
            _texts[random.Next(100_000).ToString("0000000", CultureInfo.InvariantCulture)] = new Regex($"a{random.Next(40)}b*");
        if (_texts.Count > 2_000)
            _texts.Clear();
    }

    private void Tasks(Random random) => Task.WhenAll(Enumerable.Range(0, random.Next(1, 40)).Select(async number =>
    {
        await Task.Delay(number % 5);
        return new int[number];
    })).Wait();

    private readonly Dictionary<int, int[]> _grows = [];

    // A cache of another test that only fills.
    private void Grow(Random random) => _grows[_grows.Count] = new int[random.Next(1, 9)];
}
