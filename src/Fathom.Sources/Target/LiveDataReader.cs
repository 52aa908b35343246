using System.Runtime.InteropServices;
using Fathom.Model;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Target;

/// <summary>
/// What ClrMD and the runtime's data access library (DAC) see of a live target: its memory and one module, the runtime.
/// Naming all mapped files, as ClrMD's own reader does, would only take time.
/// </summary>
internal sealed class LiveDataReader(int processId, RuntimeModule runtime, LiveMemory memory) : IDataReader
{
    public string DisplayName => $"process {processId}";

    public bool IsThreadSafe => false;

    public OSPlatform TargetPlatform => OSPlatform.Linux;

    public Architecture Architecture => RuntimeInformation.ProcessArchitecture;

    public int ProcessId => processId;

    public int PointerSize => 8;

    /// <summary>
    /// Why memory can no longer be read, or null. Read is called from native code, through which no exception may pass, so the reason
    /// waits here for the caller of ClrMD.
    /// </summary>
    public FathomException? Failure { get; private set; }

    public IEnumerable<ModuleInfo> EnumerateModules() =>
        ModuleInfo.TryCreate(this, runtime.ImageBase, runtime.Path) is { } module ? [module] : [];

    // Only the thread that stopped the target may read them, and only while it is stopped.
    public bool GetThreadContext(uint threadID, uint contextFlags, Span<byte> context) =>
        ThreadRegisters.TryRead((int)threadID, out ThreadRegisters registers) && registers.TryWriteContext(context);

    // Nothing is cached.
    public void FlushCachedData()
    {
    }

    public int Read(ulong address, Span<byte> buffer)
    {
        if (Failure is not null)
            return 0;
        try
        {
            return memory.Read(address, buffer);
        }
        catch (FathomException e)
        {
            Failure = e;
            return 0;
        }
    }

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
