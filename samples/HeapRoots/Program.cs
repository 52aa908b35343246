// Objects of distinct types, each held by one kind of root only, for tests of what is alive.
// It prints 'ready {json}' with the number of objects per type, what holds them, and how many are dead; then it answers 'beat' and ends when its
// input closes. Nothing collects after 'ready'.
using HeapRoots;

Manifest manifest = new();
Finalizers.CreateReady(manifest);
Statics.Create(manifest);
using Parked parked = new(manifest);
Makers.Apart(() => Handles.Create(manifest));
Makers.Apart(() => Garbage.Create(manifest));
Finalizers.CreateRegistered(manifest);
using RareHandles rare = new(manifest);
Console.Out.WriteLine($"ready {manifest.ToJson()}");
while (Console.In.ReadLine() is not null)
    Console.Out.WriteLine(Statics.All.Length);
