using Fathom.Formats.GcDump;

namespace Fathom.Sources.Traces.GcDump;

/// <summary>A type of the heap in a gcdump, whatever number of types the writer made of it.</summary>
/// <param name="Name">Name without what the writer added.</param>
/// <param name="ModulePath">Path of the module, or null.</param>
internal sealed record GcDumpHeapType(string Name, string? ModulePath)
{
    /// <summary>Whether it is the free space between objects: the writer's name for it, in the core library, which has no such type.</summary>
    public bool IsFree => Name == GcDumpTypeName.Free && FileName is (null or "mscorlib.dll" or "System.Private.CoreLib.dll");

    /// <summary>File name of the module, or null. Paths may be those of Windows, where many gcdumps come from.</summary>
    public string? FileName => ModulePath?[(ModulePath.AsSpan().LastIndexOfAny('/', '\\') + 1)..];
}
