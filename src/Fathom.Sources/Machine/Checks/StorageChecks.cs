using System.Globalization;

namespace Fathom.Sources.Machine.Checks;

/// <summary>What recordings and queries need: the query engine, and space for temporary files.</summary>
internal sealed class StorageChecks : IMachineChecks
{
    private const long Mebibyte = 1024 * 1024;
    private const long EnoughBytes = 256 * Mebibyte;

    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        yield return Engine(machine);
        string folder = machine.Variable("TMPDIR") ?? "/tmp";
        const string fix = "TMPDIR=/a/folder/with/space fathom …";
        long? free = machine.Probes.FreeBytes(folder);
        string megabytes = string.Create(CultureInfo.InvariantCulture, $"{free.GetValueOrDefault() / Mebibyte:N0} MiB free in {folder}");
        yield return free switch
        {
            null => MachineCheck.Missing("temporary folder", $"{folder} cannot be written to; queries and packed recordings need it", fix),
            < EnoughBytes => MachineCheck.Missing("temporary folder", $"{megabytes}; large queries need more", fix),
            _ => MachineCheck.Good("temporary folder", megabytes),
        };
    }

    // Whatever goes wrong while a native library is loaded is the answer here.
    private static MachineCheck Engine(MachineView machine)
    {
        try
        {
            return MachineCheck.Good("query engine", machine.Probes.LoadEngine());
        }
        catch (Exception e)
        {
            return MachineCheck.Missing(
                "query engine",
                $"cannot be loaded: {e.GetBaseException().Message.Split('\n')[0]}",
                "install Fathom again; libduckdb.so must be next to it, and needs glibc 2.25 and libstdc++");
        }
    }
}
