using System.Collections.Concurrent;

namespace HeapFindings;

/// <summary>An ordinary program: collections that grow and shrink, events, timers, tasks; nothing of it is wrong.</summary>
internal static class Clean
{
    public static void OrdinaryCollections(Manifest manifest)
    {
        Random random = new(1);
        Dictionary<int, string> names = manifest.Hold(new Dictionary<int, string>());
        HashSet<long> seen = manifest.Hold(new HashSet<long>());
        ConcurrentDictionary<int, List<int>> groups = manifest.Hold(new ConcurrentDictionary<int, List<int>>());
        Queue<Item> queue = manifest.Hold(new Queue<Item>());
        for (int i = 0; i < 20_000; i++)
        {
            names[i] = $"name {i}";
            seen.Add(random.NextInt64());
            groups.GetOrAdd(i % 2_000, static _ => []).Add(i);
            queue.Enqueue(new Item());
            if (i % 3 == 0)
            {
                names.Remove(random.Next(i + 1));
                queue.Dequeue();
            }
        }

        Publisher publisher = manifest.Hold(new Publisher());
        for (int i = 0; i < 20; i++)
        {
            publisher.Changed += new Subscriber().OnChanged;
            manifest.Hold(new Timer(static _ => { }, null, TimeSpan.FromHours(1), TimeSpan.FromHours(1)));
            manifest.Hold(new CancellationTokenSource());
            manifest.Hold(Task.Delay(TimeSpan.FromHours(1)));
        }

        publisher.Raise();
        manifest.Hold(new byte[64 * 1024]);
    }
}
