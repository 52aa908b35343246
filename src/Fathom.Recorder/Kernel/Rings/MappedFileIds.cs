using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Start;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>
/// Puts the build id of a file into the record of its mapping, as the kernel would where it is asked for them. It is not asked: kernels then mark the records of other recorders too (they set the
/// mark in what all recorders share, and do not take it back), and a perf that runs beside takes numbers of devices and files for a build id, and crashes.
/// </summary>
/// <remarks>
/// <code>
///  8 u32 pid   12 u32 tid   16 u64 address   24 u64 length   32 u64 offset in the file
/// 40 u32 major 44 u32 minor 48 u64 inode     56 u64 generation                            or, marked:  40 u8 length of the id   44 20 bytes id
/// 64 u32 protection   68 u32 flags   72 name with a zero, and up to 7 more
/// </code>
/// <para>Source: linux/perf_event.h, PERF_RECORD_MMAP2. For one thread; a file that is met for the first time is read.</para>
/// </remarks>
/// <param name="ids">The ids that are known.</param>
internal sealed unsafe class MappedFileIds(BuildIds ids)
{
    private const int MiscPlace = 4;
    private const int PidPlace = 8;
    private const int MajorPlace = 40;
    private const int InodePlace = 48;
    private const int IdPlace = 44;
    private const int NamePlace = 72;

    /// <summary>Does it; other records stay as they are.</summary>
    /// <param name="record">The record.</param>
    /// <param name="size">Its size, with the trailer of its fields.</param>
    /// <param name="trailer">Size of that.</param>
    public void Put(byte* record, int size, int trailer)
    {
        const int known = PerfDataPipe.BuildIdMark | PerfDataPipe.DataMark;
        if (*(uint*)record != (uint)PerfRecordType.Mmap2 || size < NamePlace + trailer || (*(ushort*)(record + MiscPlace) & known) != 0
            || *(ulong*)(record + InodePlace) == 0)
            return;
        ReadOnlySpan<byte> name = new(record + NamePlace, size - NamePlace - trailer);
        int end = name.IndexOf((byte)0);
        uint* device = (uint*)(record + MajorPlace);
        ReadOnlySpan<byte> id = ids.Of(*(int*)(record + PidPlace), device[0], device[1], *(ulong*)(record + InodePlace), end < 0 ? name : name[..end]);
        if (id.IsEmpty || id.Length > PerfDataPipe.MostIdBytes)
            return;
        new Span<byte>(record + MajorPlace, IdPlace - MajorPlace + PerfDataPipe.MostIdBytes).Clear();
        record[MajorPlace] = (byte)id.Length;
        id.CopyTo(new Span<byte>(record + IdPlace, PerfDataPipe.MostIdBytes));
        *(ushort*)(record + MiscPlace) |= PerfDataPipe.BuildIdMark;
    }
}
