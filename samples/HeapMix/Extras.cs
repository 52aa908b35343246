using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;

namespace HeapMix;

/// <summary>What a heap holds beside plain small objects: the large and the pinned heap, and types of further load contexts.</summary>
internal static class Extras
{
    private const int LargeArrays = 3;
    private const int LargeLength = 20_000;
    private const int PinnedArrays = 7;
    private const int PinnedLength = 100;
    private const int DynamicObjects = 400;

    /// <summary>Makes all of them and returns what holds them.</summary>
    public static object Create(Census census) => new List<object> { Large(census), Pinned(census), Plugins(census), Dynamic(census) };

    private static Point[][] Large(Census census)
    {
        census.Add("HeapMix.Point[]", LargeArrays, Census.ArraySize(LargeLength, 8));
        census.Add("HeapMix.Point[][]", 1, Census.ArraySize(LargeArrays, 8));
        return [.. Enumerable.Range(0, LargeArrays).Select(_ => new Point[LargeLength])];
    }

    private static object[] Pinned(Census census)
    {
        census.Add("HeapMix.PinnedCell[]", PinnedArrays, Census.ArraySize(PinnedLength, 8));
        return [.. Enumerable.Range(0, PinnedArrays).Select(_ => (object)GC.AllocateArray<PinnedCell>(PinnedLength, pinned: true))];
    }

    // One assembly in three contexts, two of which have one name, and two of which are collectible: three types with one name.
    private static object[] Plugins(Census census)
    {
        census.Add("HeapMix.Plugin.Widget", 1_000 + 3_000 + 500, 32);
        return [Plugin("red", isCollectible: false, 1_000), Plugin("blue", isCollectible: true, 3_000), Plugin("red", isCollectible: true, 500)];
    }

    private static object Plugin(string context, bool isCollectible, int widgets)
    {
        AssemblyLoadContext loader = new(context, isCollectible);
        Assembly assembly = loader.LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, "HeapMix.Plugin.dll"));
        return assembly.GetType("HeapMix.Plugin.Widget", throwOnError: true)!.GetMethod("Create")!.Invoke(null, [widgets])!;
    }

    // A collectible type without a file.
    private static object[] Dynamic(Census census)
    {
        TypeBuilder builder = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("HeapMix.Dynamic"), AssemblyBuilderAccess.RunAndCollect)
            .DefineDynamicModule("HeapMix.Dynamic")
            .DefineType("HeapMix.Dynamic.Thing", TypeAttributes.Public);
        builder.DefineField("A", typeof(long), FieldAttributes.Public);
        builder.DefineField("B", typeof(long), FieldAttributes.Public);
        Type thing = builder.CreateType();
        census.Add("HeapMix.Dynamic.Thing", DynamicObjects, 32);
        return [.. Enumerable.Range(0, DynamicObjects).Select(_ => Activator.CreateInstance(thing)!)];
    }
}
