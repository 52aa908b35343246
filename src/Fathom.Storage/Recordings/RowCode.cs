using Fathom.Model.Counters;
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
using Fathom.Model.Windows;
using Fathom.Storage.Ingest;

namespace Fathom.Storage.Recordings;

/// <summary>
/// Names every row, so that a compiler that runs ahead of time sees which code of writing is needed: that way leads over interfaces with generic
/// methods, which it cannot follow. Without this list some 30 methods are compiled at start for each table that is written. Nothing calls it.
/// </summary>
internal static class RowCode
{
    /// <summary>The code of all tables.</summary>
    public static void All(RecordingWriter writer)
    {
        Of<ProcessRow>(writer);
        Of<ProcessFactRow>(writer);
        Of<ProcessDescriptorRow>(writer);
        Of<ThreadRow>(writer);
        Of<ModuleRow>(writer);
        Of<LoadedFileRow>(writer);
        Of<MachineFactRow>(writer);
        Of<MachineSampleRow>(writer);
        Of<RecorderSourceRow>(writer);
        Of<RecorderEventRow>(writer);
        Of<HeapSnapshotRow>(writer);
        Of<HeapSegmentRow>(writer);
        Of<HeapSegmentUseRow>(writer);
        Of<HeapTypeRow>(writer);
        Of<HeapUsageRow>(writer);
        Of<HeapLiveRow>(writer);
        Of<HeapMarkRow>(writer);
        Of<HeapNodeRow>(writer);
        Of<HeapDependentRow>(writer);
        Of<HeapEdgeRow>(writer);
        Of<HeapRootRow>(writer);
        Of<HeapPartRow>(writer);
        Of<HeapGapRow>(writer);
        Of<HeapSizeRow>(writer);
        Of<HeapRetainedRow>(writer);
        Of<HeapRetainerRow>(writer);
        Of<HeapHolderRow>(writer);
        Of<HeapSuspectRow>(writer);
        Of<HeapPathRow>(writer);
        Of<HeapPathStepRow>(writer);
        Of<HeapQuestionRow>(writer);
        Of<HeapStringRow>(writer);
        Of<HeapStringTotalRow>(writer);
        Of<HeapPendingRow>(writer);
        Of<HeapTaskRow>(writer);
        Of<HeapTimerRow>(writer);
        Of<HeapRequestRow>(writer);
        Of<HeapObjectRow>(writer);
        Of<HeapObjectFieldRow>(writer);
        Of<MemorySnapshotRow>(writer);
        Of<MemoryRegionRow>(writer);
        Of<MemoryPartRow>(writer);
        Of<MallocArenaRow>(writer);
        Of<MemoryHoldingRow>(writer);
        Of<MemorySampleRow>(writer);
        Of<CgroupFactRow>(writer);
        Of<MachineSnapshotRow>(writer);
        Of<MachineMemoryRow>(writer);
        Of<OrphanRow>(writer);
        Of<DumpRow>(writer);
        Of<RuntimeSnapshotRow>(writer);
        Of<HeapHandleRow>(writer);
        Of<HeapFinalizableRow>(writer);
        Of<HeapInspectionRow>(writer);
        Of<HeapArrayRow>(writer);
        Of<HeapCollectionRow>(writer);
        Of<HeapDelegateRow>(writer);
        Of<HeapDuplicateRow>(writer);
        Of<HeapPileRow>(writer);
        Of<HeapCorruptionRow>(writer);
        Of<HeapCorruptionThreadRow>(writer);
        Of<StackSnapshotRow>(writer);
        Of<ThreadStateRow>(writer);
        Of<ThreadLockRow>(writer);
        Of<ThreadPoolRow>(writer);
        Of<AsyncWaitRow>(writer);
        Of<StackFrameRow>(writer);
        Of<StackMethodRow>(writer);
        Of<FrameRow>(writer);
        Of<MethodRow>(writer);
        Of<FramePlaceRow>(writer);
        Of<FrameLineRow>(writer);
        Of<CodeImageRow>(writer);
        Of<TraceRow>(writer);
        Of<TraceEventRow>(writer);
        Of<TraceNamingRow>(writer);
        Of<ThreadLifeRow>(writer);
        Of<CpuSampleRow>(writer);
        Of<ThreadSliceRow>(writer);
        Of<ThreadWaitRow>(writer);
        Of<ThreadWaitStackRow>(writer);
        Of<MethodCpuRow>(writer);
        Of<MethodWaitRow>(writer);
        Of<RuntimeEventRow>(writer);
        Of<ThreadSampleRow>(writer);
        Of<GcRow>(writer);
        Of<GcPauseRow>(writer);
        Of<ExceptionThrownRow>(writer);
        Of<AllocationSampleRow>(writer);
        Of<ContentionRow>(writer);
        Of<WaitHandleWaitRow>(writer);
        Of<ThreadPoolChangeRow>(writer);
        Of<MethodCompiledRow>(writer);
        Of<AssemblyLoadRow>(writer);
        Of<RequestRow>(writer);
        Of<CounterSampleRow>(writer);
        Of<PageFaultRow>(writer);
        Of<SystemCallRow>(writer);
        Of<FileIoRow>(writer);
        Of<DiskIoRow>(writer);
        Of<NetworkIoRow>(writer);
        Of<DnsLookupRow>(writer);
        Of<InterruptRow>(writer);
        Of<RegistryCallRow>(writer);
        Of<VirtualMemoryRow>(writer);
        Of<MarkerRow>(writer);
        Of<SerializerRow>(writer);
        Of<SerializerLibraryRow>(writer);
        Of<SerializerCaseRow>(writer);
        Of<SerializerResultRow>(writer);
        Of<SerializerSampleRow>(writer);
        Of<SerializerProfileRow>(writer);
        Of<SerializerProfilePartRow>(writer);
        Of<SerializerProfileMethodRow>(writer);
        Of<SerializerStartRow>(writer);
        Of<SerializerCheckRow>(writer);
        Of<SerializerOutputRow>(writer);
        Of<LossRow>(writer);
    }

    private static void Of<T>(RecordingWriter writer)
        where T : unmanaged, IRow<T>
    {
        writer.Write<T>([]);
        writer.Raw<T>("");
        writer.WritePart(new RowBuffer<T>(0, new RowBlocks()));
    }
}
