// Threads with static fields of their own: of plain and generic classes, structs with references, types that can be unloaded, and a class whose static
// constructor still runs. After a full collection it prints 'ready {json}' with its version and how many objects of each type are held or dead; then it
// waits until its input closes. So every object outside of the youngest generation is alive.
using ThreadStatics;

const int threads = 3;
Counts counts = new();
using ManualResetEventSlim end = new();
Thread[] workers = [.. Enumerable.Range(0, threads).Select(_ => Worker.Start(counts, end)), SlowStart.Run(counts, end), Throwing.Run(counts, end)];
Worker.Apart();

// What writing keeps for itself is there before the collection.
Console.Out.Write("ready ");
_ = (counts.ToJson(), Console.In);
for (int i = 0; i < 2; i++)
{
    GC.Collect();
    GC.WaitForPendingFinalizers();
}

GC.Collect();
Garbage.Make(counts);
Console.Out.WriteLine(counts.ToJson());
while (Console.In.ReadLine() is not null)
    Console.Out.WriteLine("here");
end.Set();
foreach (Thread worker in workers)
    worker.Join();
