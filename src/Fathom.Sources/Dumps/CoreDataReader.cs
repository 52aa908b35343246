using System.Runtime.InteropServices;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.DataReaders.Implementation;

namespace Fathom.Sources.Dumps;

/// <summary>
/// What ClrMD and the DAC see of a core: its memory, the registers of its threads, and one module, the runtime. ClrMD's own reader knows
/// only what is in the core itself, takes the lowest mapping of a file for its start, and ends at 65,535 program headers.
/// </summary>
internal sealed class CoreDataReader(string path, RuntimeModule runtime, CoreNotes notes, ITargetMemory memory) : IDataReader, IThreadReader
{
    public string DisplayName => path;

    public bool IsThreadSafe => false;

    public OSPlatform TargetPlatform => OSPlatform.Linux;

    // A core of another architecture is refused when it is opened.
    public Architecture Architecture => RuntimeInformation.ProcessArchitecture;

    public int ProcessId => notes.ProcessId;

    public int PointerSize => 8;

    public IEnumerable<ModuleInfo> EnumerateModules() =>
        ModuleInfo.TryCreate(this, runtime.ImageBase, runtime.Path) is { } module ? [module] : [];

    public IEnumerable<uint> EnumerateOSThreadIds() => notes.Registers.Keys;

    public ulong GetThreadTeb(uint osThreadId) => 0;

    public bool GetThreadContext(uint threadID, uint contextFlags, Span<byte> context) =>
        notes.Registers.TryGetValue(threadID, out ThreadRegisters registers) && registers.TryWriteContext(context);

    // Nothing is cached.
    public void FlushCachedData()
    {
    }

    public int Read(ulong address, Span<byte> buffer) => memory.Read(address, buffer);

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
