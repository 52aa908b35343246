namespace Fathom.Tests.Formats.Etl;

/// <summary>What is known of fields that PerfView calls otherwise, or takes from elsewhere than the event.</summary>
internal static class FieldNotes
{
    /// <summary>The reason where PerfView prints that there is nothing.</summary>
    public const string Later = "a field of later versions, which this payload has not";

    private const string Elsewhere = "taken from other events";
    private const string Derived = "computed of other fields";
    private const string Array = "an element of an array, or the number of them";

    /// <summary>Names of PerfView for fields that Windows, or a schema in the file, calls otherwise; by a part of the event's name.</summary>
    public static (string Event, string Theirs, string Ours)[] Names { get; } =
    [
        ("/Image/", "ImageBase", "BaseAddress"), ("/Image/", "ImageSize", "ModuleSize"), ("/Image/", "FileName", "ImageFileName"),
        ("/Image/", "BuildTime", "TimeDateStamp"), ("ImageID", "BuildTime", "TimeDateStamp"),
            ("Kernel/Process/", "PageDirectoryBase", "DirectoryTableBase"),
        ("/DiskIO/", "FileKey", "FileObject"), ("HardFault", "FileKey", "FileObject"), ("/PerfInfo/", "SampleSource", "Source"),
        ("MarkWithType", "Promoted", "Bytes"), ("BuildInfo", "InstallDate", "InitialTime"), ("Kernel/Thread/", "StartAddr", "Affinity"),
        ("Kernel-File/Create", "IrpPtr", "Irp"), ("Kernel-File/Create", "FileAttributes", "CreateAttributes"),
    ];

    /// <summary>What Fathom has no field for, with the reason: by a part of the event's name, where it is not of all.</summary>
    public static (string Event, string[] Fields, string Reason)[] Reasons { get; } =
    [
        ("/DiskIO/", ["ElapsedTimeMSec", "FileName"], Elsewhere),
        ("/DiskIO/", ["DiskServiceTimeMSec", "Priority"], Derived),
        ("HardFault", ["FileName"], Elsewhere),
        ("Kernel/Thread/", ["ParentThreadID", "ParentProcessID"], "the thread of the event"),
        ("Kernel/Thread/", ["ThreadName"], Later),
        ("Kernel/Process/", ["Flags"], Later),
        ("Kernel/Process/", ["PackageFullName", "ApplicationID"],
            "texts behind the command line, which Fathom passes over; empty in all of these"),
        ("PerfCtr", ["MemoryCount"], Array),
        ("UdpIp/", ["context", "dsize"], "PerfView takes process and size for one number, and has a size that the payload has not"),
        ("SystemConfig/PnP", ["ServiceName"], Later),
        ("Contention/", ["LockID", "AssociatedObjectID", "LockOwnerThreadID", "DurationNs"], Later),
        ("AllocationTick", ["Address", "ObjectSize", "HeapIndex"], Later),
        ("FinalizeObject", ["TypeName"], Elsewhere),
        ("HeapStats", ["TotalHeapSize", "TotalPromoted", "Depth"], Derived),
        ("HeapStats", ["GenerationSize4", "TotalPromotedSize4"], Later),
        ("GC/Start", ["ClientSequenceNumber"], Later),
        ("DotNETRuntime/GC/PerHeapHistory", ["ConcurrentCompactMechanisms", "MemoryPressure"], Later),
        ("Private/GC/GlobalHeapHistory", ["PauseMode", "MemoryPressure", "CondemnReasons0", "CondemnReasons1", "Count"], Later),
        ("Private/GC/PerHeapHistory", ["*"], "an event of .NET Framework that neither has values for"),
        ("Loader/Module", ["ModuleILFileName"], Derived),
        ("Method/", ["ReJITID", "OptimizationTier"], Later),
        ("BulkType", ["TypeID_0", "TypeName_0"], Array),
        ("ManifestData", ["PayloadLength"], Derived),
        ("Kernel-File/Create", ["CreateDisposition"], "the high byte of CreateOptions"),
    ];

    /// <summary>What PerfView tells otherwise than the bytes say, or the schema in the file does.</summary>
    public static Dictionary<string, string> Different { get; } = new()
    {
        ["solar_system/PrimitiveTypesTest/system_time_type"] = "PerfView takes the second for the millisecond too",
        ["Windows Kernel/SystemConfig/Services/ProcessName"] =
            "PerfView gives the name of the process with that number, and not the text of the event",
        ["Windows Kernel/SystemConfig/PnP/PdoName"] = "PerfView takes it from no event of version 3",
        ["Windows Kernel/SystemConfig/IRQ/IRQNum"] = "PerfView takes the group, which stands before it; the first IDE channel has 14",
        ["KernelTraceControl/ImageID/ProcessID"] = "it says 0, and that the event is of process 4",
        ["Microsoft-Windows-Kernel-File/Create/CreateOptions"] = "its high byte is the disposition, which PerfView tells apart",
        ["Microsoft-Windows-DNS-Client/DnsServerForInterface/Address"] = "bytes of a socket's address, which the schema calls binary",
        ["Microsoft-Windows-DNS-Client/EventID(1001)/Address"] = "bytes of a socket's address, which the schema calls binary",
    };

    /// <summary>Whether PerfView says that a field has no value.</summary>
    public static bool IsNothing(string theirs) => theirs is "Unknown" or "None" || theirs.Trim('0', 'x', '.').Length == 0;

    /// <summary>What Fathom calls a field.</summary>
    public static string NameOf(string kind, string theirs) =>
        Names.FirstOrDefault(one => one.Theirs == theirs && kind.Contains(one.Event, StringComparison.Ordinal)).Ours ?? theirs;

    /// <summary>Why Fathom has no such field; null where nobody knows.</summary>
    public static string? ReasonOf(string kind, string field) => Reasons.FirstOrDefault(one =>
        kind.Contains(one.Event, StringComparison.Ordinal)
        && (one.Fields[0] == "*" || one.Fields.Contains(field))).Reason;
}
