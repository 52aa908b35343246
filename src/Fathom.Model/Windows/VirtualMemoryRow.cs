using Fathom.Model.Tables;

namespace Fathom.Model.Windows;

/// <summary>A call with which a program took a part of its address space from Windows, or gave it back (VirtualAlloc, VirtualFree).</summary>
[Table("virtual_memory", "time")]
public readonly partial record struct VirtualMemoryRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process whose address space it is.")] uint ProcessId,
    [Column("The thread that called; 0 where the trace does not say.")] uint ThreadId,
    [Column("reserve, commit, reserve and commit, decommit, release, alloc (any other of VirtualAlloc), or free (of VirtualFree).")]
    TextId Operation,
    [Column("First address.")] ulong Address,
    [Column("Bytes.")] long SizeBytes,
    [Column("Flags of the call, as Windows has them: 0x1000 commits, 0x2000 reserves, 0x4000 decommits, 0x8000 releases.")] long Flags,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId);
