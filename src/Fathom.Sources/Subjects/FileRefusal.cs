using Fathom.Model;

namespace Fathom.Sources.Subjects;

/// <summary>Why a file cannot be the subject of a command, in one sentence, and what to do instead.</summary>
public static class FileRefusal
{
    private const string WhatFits = "give a process, a core dump of a .NET process on Linux, or a recording";
    private const string Explorer = "open it on Windows with PerfView or Windows Performance Analyzer";

    /// <summary>The error for a file whose kind Fathom recognises and cannot read, or does not know.</summary>
    public static FathomException Of(FileDescription file) => file.Kind switch
    {
        FileKind.Empty => Refuse(file, "is empty", "the program that wrote it did not finish, or the disk was full; write it again"),
        FileKind.Folder => Refuse(file, "is a folder and no recording", WhatFits),
        FileKind.Special => Refuse(file, "is a pipe, socket or device and no file", WhatFits),
        FileKind.PartialRecording => Refuse(file, "is a recording that was never finished", "record again; the folder may be deleted"),
        FileKind.ElfCore => Refuse(
            file, $"is a core dump of a Linux process ({file.Elf?.Architecture})", "give it to a command that reads core dumps: fathom heap"),
        FileKind.Recording or FileKind.PackedRecording => Refuse(file, "is a recording", "give it to a command that reads recordings: fathom info"),
        FileKind.ElfProgram => Refuse(file, "is a program or library, not a dump of a process", "start it and give its process, or give a core dump"),
        FileKind.PortableExecutable => Refuse(file, "is a .NET assembly or Windows program, not a dump of a process", "start it and give its process"),
        FileKind.Minidump => OfMinidump(file, file.Minidump!),
        FileKind.WindowsKernelDump => Refuse(file, "is a memory dump of the Windows kernel", "open it on Windows with WinDbg"),
        FileKind.MachO => Refuse(file, "is a core dump or program of macOS", "open it on macOS with lldb and SOS"),
        FileKind.GcDump => Refuse(file, $"is a gcdump heap graph{With(file)}", "give it to a command that reads heaps: fathom heap"),
        FileKind.VmMap => Refuse(file, "is the memory map of a Windows process, written by VMMap", "give it to the command that reads memory: fathom memory"),
        FileKind.NetTrace => Refuse(
            file, $"is a .NET event trace (nettrace{With(file)}), which Fathom does not read", "open it with PerfView or Visual Studio"),
        FileKind.NetPerf => Refuse(file, $"is a .NET Core 2 event trace (netperf{With(file)}), which Fathom does not read", "open it with PerfView"),
        FileKind.PerfData => Refuse(file, $"is a recording of perf{With(file)}, which Fathom does not read", $"look at it with: perf report -i '{file.Path}'"),
        FileKind.Etl => Refuse(file, $"is a Windows event trace (.etl{With(file)}), which Fathom does not read", Explorer),
        FileKind.Zip when file.Detail == ArchiveHead.Damaged => Refuse(file, "is a damaged zip file", "copy or pack it again"),
        FileKind.Zip => Refuse(file, $"is a zip file and no recording (it holds: {file.Detail})", "unpack it and give the file inside"),
        FileKind.Gzip => Packed(file, "gzip", "gunzip -k"),
        FileKind.Zstandard => Packed(file, "zstd", "zstd -d"),
        FileKind.Lz4 => Packed(file, "lz4", "lz4 -d"),
        FileKind.Xz => Packed(file, "xz", "xz -dk"),
        FileKind.Text => Refuse(file, "is a text file", WhatFits),
        _ => Refuse(file, "is of no kind that Fathom knows", WhatFits),
    };

    private static FathomException OfMinidump(FileDescription file, MinidumpFacts dump)
    {
        string system = string.Join(' ', new[] { dump.OperatingSystem ?? "an unknown system", dump.Architecture }.OfType<string>());
        if (dump.Runtime is null)
        {
            return FathomException.NotPossible(
                $"'{file.Path}' is a minidump of {system} that lists no .NET runtime (coreclr.dll or clr.dll).",
                "open it on Windows with WinDbg; a dump for Fathom is a core dump of a .NET process on Linux");
        }

        string version = dump.RuntimeVersion ?? "of unknown version";
        return FathomException.NotPossible(
            $"'{file.Path}' is a Windows minidump ({system}, {dump.Runtime} {version}); "
            + $"reading it needs {dump.DataAccessLibrary} {version}, which exists for Windows only.",
            "open it on Windows, where that library is found, with WinDbg and SOS");
    }

    private static FathomException Packed(FileDescription file, string packer, string command) =>
        Refuse(file, $"is packed with {packer}", $"unpack it first: {command} '{file.Path}'");

    private static FathomException Refuse(FileDescription file, string reason, string nextStep) =>
        FathomException.Target($"'{file.Path}' {reason}.", nextStep);

    private static string With(FileDescription file) => file.Detail is null ? "" : $", {file.Detail}";
}
