// Makes runtime events on demand: the truth for tests of event sessions.
// Prints 'ready {}', then answers each line: 'throw N', 'collect N', 'allocate N', 'work N' with what it did, 'block N' (work items that all wait) and
// 'unblock', 'allocations N' (of four types; it tells their bytes), 'monitor N', 'lock N', 'handle N' and 'pulse N' (waits of 20 ms), 'waits N' (of each kind, which it tells), 'compile N' (methods),
// 'load NAME' (an assembly), 'pauses N KIND' (collections beside N busy threads; it tells their pauses), 'sleep N' (ms), 'measure N' (instruments of the meter Shop),
// 'pause N' (one full collection of a list of N objects; it tells its number and its pause in ns),
// 'mark TEXT' (a marker),
// 'again N' (each is caught and thrown again by 'throw;', and then by an await),
// 'callback' (one more instrument, which fails when it is asked), 'crash', 'exit'. It ends when its input closes.
using System.Runtime.CompilerServices;
using Events;

Queue<ManualResetEventSlim> gates = [];
using ShopMeter shop = new();
Console.Out.WriteLine("ready {}");
while (Console.In.ReadLine() is { } asked)
{
    string line = asked;
    string[] words = line.Split(' ');
    int count = words.Length > 1 && int.TryParse(words[1], out int number) ? number : 0;
    switch (words[0])
    {
        case "throw":
            for (int i = 0; i < count; i++)
                Throw(i);
            break;
        case "again":
            for (int i = 0; i < count; i++)
                ThrowAgain(i);
            break;
        case "collect":
            for (int i = 0; i < count; i++)
                GC.Collect(i % 3);
            break;
        case "allocate":
            Allocate(count);
            break;
        case "allocations":
            line = KnownAllocations.Run(count);
            break;
        case "work":
            using (CountdownEvent done = new(count))
            {
                for (int i = 0; i < count; i++)
                    ThreadPool.UnsafeQueueUserWorkItem(static state => ((CountdownEvent)state!).Signal(), done);
                done.Wait();
            }

            break;
        case "block":
            ManualResetEventSlim gate = new();
            gates.Enqueue(gate);
            for (int i = 0; i < count; i++)
                ThreadPool.UnsafeQueueUserWorkItem(static state => ((ManualResetEventSlim)state!).Wait(), gate);
            break;
        case "unblock":
            while (gates.TryDequeue(out ManualResetEventSlim? closed))
                closed.Set();
            break;
        case "monitor":
            Blocking.OnMonitor(count);
            break;
        case "lock":
            Blocking.OnLock(count);
            break;
        case "handle":
            Blocking.OnHandle(count);
            break;
        case "pulse":
            Blocking.OnPulse(count);
            break;
        case "waits":
            line = KnownWaits.Run(count);
            break;
        case "pauses":
            line = Pauses.Run(count, words[2]);
            break;
        case "mark":
            Markers.Log.Mark(line[5..]);
            break;
        case "pause":
            line = LongPause.Run(count);
            break;
        case "sleep":
            Thread.Sleep(count);
            break;
        case "compile":
            Loading.Compile(count);
            break;
        case "load":
            Loading.Load(words[1]);
            break;
        case "measure":
            for (int i = 1; i <= count; i++)
                shop.Sell(i);
            break;
        case "callback":
            shop.AddFailing();
            break;
        case "crash":
            new Thread(static () => throw new OrderException("nobody catches this")).Start();
            Thread.Sleep(Timeout.Infinite);
            break;
        case "exit":
            return;
    }

    Console.Out.WriteLine($"done {line}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static void Throw(int number)
{
    try
    {
        throw new OrderException($"order {number} is refused — naïve ✓");
    }
    catch (OrderException)
    {
    }
}

[MethodImpl(MethodImplOptions.NoInlining)]
static void ThrowAgain(int number)
{
    try
    {
        Refuse(number).GetAwaiter().GetResult();
    }
    catch (OrderException)
    {
    }
}

static async Task Refuse(int number)
{
    await Task.CompletedTask;
    try
    {
        throw new OrderException($"order {number} is refused");
    }
    catch (OrderException)
    {
        throw;
    }
}

[MethodImpl(MethodImplOptions.NoInlining)]
static void Allocate(int count)
{
    for (int i = 0; i < count; i++)
        GC.KeepAlive(new Parcel());
}
