namespace Fathom.Sources.Events;

/// <summary>Groups of the runtime's events.</summary>
internal static class RuntimeKeywords
{
    public const ulong Gc = 0x1;
    public const ulong AssemblyLoader = 0x4;
    public const ulong Loader = 0x8;
    public const ulong Jit = 0x10;
    public const ulong Contention = 0x4000;
    public const ulong Exception = 0x8000;
    public const ulong Threading = 0x1_0000;
    public const ulong WaitHandle = 0x400_0000_0000;
    public const ulong AllocationSampling = 0x800_0000_0000;
}
