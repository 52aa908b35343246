using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime.DataReaders.Implementation;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>
/// A core as ClrMD sees it. ClrMD's own reader knows only what is in the core itself, takes the lowest mapping of a file for its start, and
/// ends at 65,535 program headers. A core of another architecture is refused when it is opened.
/// </summary>
internal sealed class CoreDataReader(string path, RuntimeModule runtime, CoreNotes notes, ITargetMemory memory)
    : TargetDataReader(notes.ProcessId, runtime), IThreadReader
{
    public override string DisplayName => path;

    public IEnumerable<uint> EnumerateOSThreadIds() => notes.Registers.Keys;

    public ulong GetThreadTeb(uint osThreadId) => 0;

    public override bool GetThreadContext(uint threadID, uint contextFlags, Span<byte> context) =>
        notes.Registers.TryGetValue((uint)Numbers.TidOf(threadID), out ThreadRegisters registers) && registers.TryWriteContext(context);

    public override int Read(ulong address, Span<byte> buffer) => memory.Read(address, buffer);
}
