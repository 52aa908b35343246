namespace Fathom.Sources.Subjects;

/// <summary>What a file or folder holds, told from its content.</summary>
public enum FileKind
{
    /// <summary>None of the kinds below.</summary>
    Unknown,

    /// <summary>A file of no bytes.</summary>
    Empty,

    /// <summary>A folder that is no recording.</summary>
    Folder,

    /// <summary>A pipe, socket or device.</summary>
    Special,

    /// <summary>Text.</summary>
    Text,

    /// <summary>A Fathom recording: a folder with a manifest.</summary>
    Recording,

    /// <summary>A Fathom recording in a zip file.</summary>
    PackedRecording,

    /// <summary>A recording under its temporary name: it was never committed.</summary>
    PartialRecording,

    /// <summary>A core dump of a Linux process.</summary>
    ElfCore,

    /// <summary>A program or library of Linux.</summary>
    ElfProgram,

    /// <summary>A program or library of Windows, or a .NET assembly.</summary>
    PortableExecutable,

    /// <summary>A minidump: the form in which Windows, and crash reporters elsewhere, dump a process.</summary>
    Minidump,

    /// <summary>A memory dump of the Windows kernel.</summary>
    WindowsKernelDump,

    /// <summary>A core dump or program of macOS.</summary>
    MachO,

    /// <summary>A heap graph as dotnet-gcdump and PerfView write it.</summary>
    GcDump,

    /// <summary>The memory map of a Windows process as VMMap writes it, CSV.</summary>
    VmMap,

    /// <summary>EventPipe events in the nettrace form.</summary>
    NetTrace,

    /// <summary>EventPipe events in the form of .NET Core 2.</summary>
    NetPerf,

    /// <summary>Samples and events of perf.</summary>
    PerfData,

    /// <summary>An event trace of Windows.</summary>
    Etl,

    /// <summary>A zip file that is no recording.</summary>
    Zip,

    /// <summary>Something packed with gzip.</summary>
    Gzip,

    /// <summary>Something packed with zstd, as systemd-coredump does.</summary>
    Zstandard,

    /// <summary>Something packed with lz4.</summary>
    Lz4,

    /// <summary>Something packed with xz.</summary>
    Xz,
}
