// Heaps with one exactly known thing wrong each. The arguments pick the scenes; "ready {…}" on the output says the numbers that are true once all are
// reached. The program ends when its input closes.
using System.Text.Json;

namespace HeapFindings;

internal static class Program
{
    private static int Main(string[] arguments)
    {
        Manifest manifest = new();
        foreach (string scene in arguments)
        {
            if (!Play(scene, manifest))
            {
                Console.Error.WriteLine("usage: HeapFindings [strings|strings-dropped|arrays|collections|empty|events|events-young"
                    + "|events-dropped|timers|cancellations|tasks|context|assemblies|finalizer|finalizer-grows|pinned|corrupted"
                    + "|corrupted-set|out-of-range|inside|clean]…");
                return 2;
            }
        }

        // What is dead is gone, and what is alive has grown old.
        if (!arguments.Any(static scene => scene is "finalizer-grows" or "events-young" or "events-dropped" or "strings-dropped"))
        {
            GC.Collect();
            GC.Collect();
        }

        Console.Out.WriteLine($"ready {JsonSerializer.Serialize(manifest.Facts, JsonSerializerOptions.Default)}");
        while (Console.ReadLine() is not null)
        {
        }

        Finalizers.Release();
        GC.KeepAlive(manifest);
        return 0;
    }

    private static bool Play(string scene, Manifest manifest)
    {
        Action<Manifest>? play = scene switch
        {
            "arrays" => Room.SparseArrays,
            "collections" => Room.SparseCollections,
            "strings" => Room.DuplicateStrings,
            "strings-dropped" => Room.DroppedStrings,
            "empty" => Room.EmptyCollections,
            "events" => Events.ManySubscribers,
            "events-young" => Events.NewestIsYoung,
            "events-dropped" => Events.DeadPublisher,
            "timers" => Piles.Timers,
            "cancellations" => Piles.Cancellations,
            "tasks" => Piles.Tasks,
            "context" => Contexts.UnloadedAndHeld,
            "assemblies" => Contexts.MadeAgainAndAgain,
            "finalizer" => Finalizers.Stuck,
            "finalizer-grows" => Finalizers.StuckAndGrowing,
            "pinned" => Room.Pinned,
            "corrupted" => Corruption.CycleInDictionary,
            "corrupted-set" => Corruption.CycleInSet,
            "out-of-range" => Corruption.LinkOutOfRange,
            "inside" => Corruption.ThreadInside,
            "clean" => Clean.OrdinaryCollections,
            _ => null,
        };
        play?.Invoke(manifest);
        return play is not null;
    }
}
