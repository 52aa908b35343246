using System.Runtime.Loader;

namespace HeapFindings;

/// <summary>A load context that was unloaded, and an object of it that somebody still holds.</summary>
internal static class Contexts
{
    public static void UnloadedAndHeld(Manifest manifest)
    {
        AssemblyLoadContext context = new("plugin-1", isCollectible: true);
        Type item = context.LoadFromAssemblyPath(typeof(Program).Assembly.Location).GetType("HeapFindings.Item")!;
        manifest.Hold(Activator.CreateInstance(item, nonPublic: true)!);
        context.Unload();
    }
}
