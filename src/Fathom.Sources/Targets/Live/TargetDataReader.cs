using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// What ClrMD and the runtime's data access library (DAC) see of a target of this machine's architecture: its memory, the registers of its
/// threads, and one module, the runtime. Naming all mapped files, as ClrMD's own readers do, would only take time.
/// </summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="runtime">The module that holds the runtime.</param>
internal abstract class TargetDataReader(int processId, RuntimeModule runtime) : IDataReader
{
    public abstract string DisplayName { get; }

    public bool IsThreadSafe => false;

    public OSPlatform TargetPlatform => OSPlatform.Linux;

    public Architecture Architecture => RuntimeInformation.ProcessArchitecture;

    public int ProcessId => processId;

    public int PointerSize => 8;

    /// <summary>Numbers of the threads: the data access library asks by those of the runtime.</summary>
    public ThreadNumbers Numbers { get; set; } = ThreadNumbers.Same;

    public IEnumerable<ModuleInfo> EnumerateModules() =>
        ModuleInfo.TryCreate(this, runtime.ImageBase, runtime.Path) is { } module ? [module] : [];

    public abstract bool GetThreadContext(uint threadID, uint contextFlags, Span<byte> context);

    // Nothing is cached.
    public void FlushCachedData()
    {
    }

    public abstract int Read(ulong address, Span<byte> buffer);

    public unsafe bool Read<T>(ulong address, out T value)
        where T : unmanaged
    {
        T read = default;
        bool whole = Read(address, new Span<byte>(&read, sizeof(T))) == sizeof(T);
        value = whole ? read : default;
        return whole;
    }

    public T Read<T>(ulong address)
        where T : unmanaged
    {
        Read(address, out T value);
        return value;
    }

    public bool ReadPointer(ulong address, out ulong value) => Read(address, out value);

    public ulong ReadPointer(ulong address) => Read<ulong>(address);
}
