using Fathom.Model.Dumps;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Heap;
using Fathom.Model.Inspection;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Orphans;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Runtime;
using Fathom.Model.Serializers;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;

namespace Fathom.Model.Catalog;

/// <summary>Every table that a recording may hold, in the order of <c>docs/schema.md</c>. A row type that is missing here has no view.</summary>
public static class TableCatalog
{
    /// <summary>The schemas of all row types.</summary>
    public static IReadOnlyList<TableSchema> All { get; } =
    [
        ProcessRow.Schema,
        ProcessFactRow.Schema,
        ProcessDescriptorRow.Schema,
        ThreadRow.Schema,
        ModuleRow.Schema,
        LoadedFileRow.Schema,
        MachineFactRow.Schema,
        MachineSampleRow.Schema,
        RecorderSourceRow.Schema,
        RecorderEventRow.Schema,
        HeapSnapshotRow.Schema,
        HeapSegmentRow.Schema,
        HeapSegmentUseRow.Schema,
        HeapTypeRow.Schema,
        HeapUsageRow.Schema,
        HeapLiveRow.Schema,
        HeapMarkRow.Schema,
        HeapNodeRow.Schema,
        HeapDependentRow.Schema,
        HeapEdgeRow.Schema,
        HeapRootRow.Schema,
        HeapPartRow.Schema,
        HeapGapRow.Schema,
        HeapSizeRow.Schema,
        HeapRetainedRow.Schema,
        HeapRetainerRow.Schema,
        HeapHolderRow.Schema,
        HeapSuspectRow.Schema,
        HeapPathRow.Schema,
        HeapPathStepRow.Schema,
        HeapQuestionRow.Schema,
        HeapStringRow.Schema,
        HeapStringTotalRow.Schema,
        HeapObjectRow.Schema,
        HeapObjectFieldRow.Schema,
        MemorySnapshotRow.Schema,
        MemoryRegionRow.Schema,
        MemoryPartRow.Schema,
        MallocArenaRow.Schema,
        MemoryHoldingRow.Schema,
        MemorySampleRow.Schema,
        CgroupFactRow.Schema,
        MachineSnapshotRow.Schema,
        MachineMemoryRow.Schema,
        OrphanRow.Schema,
        DumpRow.Schema,
        RuntimeSnapshotRow.Schema,
        HeapHandleRow.Schema,
        HeapFinalizableRow.Schema,
        HeapInspectionRow.Schema,
        HeapArrayRow.Schema,
        HeapCollectionRow.Schema,
        HeapDelegateRow.Schema,
        HeapDuplicateRow.Schema,
        HeapPileRow.Schema,
        HeapCorruptionRow.Schema,
        HeapCorruptionThreadRow.Schema,
        StackSnapshotRow.Schema,
        ThreadStateRow.Schema,
        ThreadLockRow.Schema,
        ThreadPoolRow.Schema,
        AsyncWaitRow.Schema,
        StackFrameRow.Schema,
        StackMethodRow.Schema,
        FrameRow.Schema,
        MethodRow.Schema,
        FramePlaceRow.Schema,
        FrameLineRow.Schema,
        CodeImageRow.Schema,
        TraceRow.Schema,
        TraceEventRow.Schema,
        TraceNamingRow.Schema,
        ThreadLifeRow.Schema,
        CpuSampleRow.Schema,
        ThreadSliceRow.Schema,
        ThreadWaitRow.Schema,
        ThreadWaitStackRow.Schema,
        MethodCpuRow.Schema,
        MethodWaitRow.Schema,
        RuntimeEventRow.Schema,
        ThreadSampleRow.Schema,
        GcRow.Schema,
        GcPauseRow.Schema,
        ExceptionThrownRow.Schema,
        AllocationSampleRow.Schema,
        ContentionRow.Schema,
        WaitHandleWaitRow.Schema,
        ThreadPoolChangeRow.Schema,
        MethodCompiledRow.Schema,
        AssemblyLoadRow.Schema,
        RequestRow.Schema,
        FileIoRow.Schema,
        DiskIoRow.Schema,
        NetworkIoRow.Schema,
        DnsLookupRow.Schema,
        MarkerRow.Schema,
        SerializerRow.Schema,
        SerializerLibraryRow.Schema,
        SerializerCaseRow.Schema,
        SerializerResultRow.Schema,
        SerializerSampleRow.Schema,
        SerializerProfileRow.Schema,
        SerializerProfilePartRow.Schema,
        SerializerProfileMethodRow.Schema,
        SerializerStartRow.Schema,
        SerializerCheckRow.Schema,
        SerializerOutputRow.Schema,
        LossRow.Schema,
    ];
}
