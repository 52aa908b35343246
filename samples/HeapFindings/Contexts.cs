using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;

namespace HeapFindings;

/// <summary>Load contexts and assemblies that are there for longer than anybody needs them.</summary>
internal static class Contexts
{
    private const int Assemblies = 150;

    /// <summary>A load context that was unloaded, and an object of it that somebody still holds.</summary>
    public static void UnloadedAndHeld(Manifest manifest)
    {
        AssemblyLoadContext context = new("plugin-1", isCollectible: true);
        Type item = context.LoadFromAssemblyPath(typeof(Program).Assembly.Location).GetType("HeapFindings.Item")!;
        manifest.Hold(Activator.CreateInstance(item, nonPublic: true)!);
        context.Unload();
    }

    /// <summary>One assembly that is emitted, and one that is loaded from bytes, each many times.</summary>
    public static void MadeAgainAndAgain(Manifest manifest)
    {
        byte[] bytes = Saved();
        for (int i = 0; i < Assemblies; i++)
        {
            AssemblyBuilder made = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made"), AssemblyBuilderAccess.Run);
            manifest.Hold(made.DefineDynamicModule("Made").DefineType("HeapFindings.Made", TypeAttributes.Public).CreateType());
            manifest.Hold(Assembly.Load(bytes).GetType("HeapFindings.Loaded", throwOnError: true)!);
        }

        manifest.Facts["assemblies"] = Assemblies;
    }

    private static byte[] Saved()
    {
        PersistedAssemblyBuilder assembly = new(new AssemblyName("Loaded"), typeof(object).Assembly);
        assembly.DefineDynamicModule("Loaded").DefineType("HeapFindings.Loaded", TypeAttributes.Public).CreateType();
        using MemoryStream stream = new();
        assembly.Save(stream);
        return stream.ToArray();
    }
}
