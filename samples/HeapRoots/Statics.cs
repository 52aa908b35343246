using System.Reflection;
using System.Reflection.Emit;

namespace HeapRoots;

/// <summary>Objects that static fields hold: of a class, inside a struct, of a generic class, and of a type that can be unloaded.</summary>
internal static class Statics
{
    private const int Plain = 11;
    private const int InStruct = 17;
    private const int Generic = 18;
    private const int Collectible = 19;

    private static object? s_items;
    private static Holder s_holder;
    private static object? s_instance;

    /// <summary>What this holds, so that the fields count as read.</summary>
    public static object?[] All => [s_items, s_holder.Items, s_instance];

    public static void Create(Manifest manifest)
    {
        manifest.Held(typeof(HeldByStatic), Plain, "static", "HeapRoots.Statics.s_items");
        s_items = Makers.Many<HeldByStatic>(Plain);
        manifest.Held(typeof(HeldByStructStatic), InStruct, "static", "HeapRoots.Statics.s_holder");
        s_holder = new Holder { Items = Makers.Many<HeldByStructStatic>(InStruct), Number = 1 };
        manifest.Held(typeof(HeldByGenericStatic), Generic, "static", ".Items");
        Store<Marker>.Items = Makers.Many<HeldByGenericStatic>(Generic);
        manifest.Held(typeof(HeldByCollectibleStatic), Collectible, "static");
        Makers.Apart(CreateCollectible);
    }

    // An instance is kept, which keeps its type, which keeps its static field.
    private static void CreateCollectible()
    {
        TypeBuilder builder = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("HeapRoots.Dynamic"), AssemblyBuilderAccess.RunAndCollect)
            .DefineDynamicModule("HeapRoots.Dynamic")
            .DefineType("HeapRoots.Dynamic.Thing", TypeAttributes.Public);
        builder.DefineField("Items", typeof(object), FieldAttributes.Public | FieldAttributes.Static);
        Type thing = builder.CreateType();
        thing.GetField("Items")!.SetValue(null, Makers.Many<HeldByCollectibleStatic>(Collectible));
        s_instance = Activator.CreateInstance(thing);
    }
}
