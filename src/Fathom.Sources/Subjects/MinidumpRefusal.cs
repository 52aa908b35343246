using Fathom.Formats.Minidump;
using Fathom.Model;

namespace Fathom.Sources.Subjects;

/// <summary>Why a minidump is not read: its data access library exists for Windows only.</summary>
internal static class MinidumpRefusal
{
    /// <summary>The error, with what the dump says of its system and runtime.</summary>
    public static FathomException Of(FileDescription file)
    {
        MinidumpFacts dump = file.Minidump!;
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
}
