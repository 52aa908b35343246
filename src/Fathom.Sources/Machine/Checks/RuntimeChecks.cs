namespace Fathom.Sources.Machine.Checks;

/// <summary>The shared .NET runtimes, and whether each has the data access library that reading its processes needs.</summary>
internal sealed class RuntimeChecks : IMachineChecks
{
    private const string Frameworks = "shared/Microsoft.NETCore.App";
    private const string DataAccess = "libmscordaccore.so";

    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        bool any = false;
        foreach (string folder in InstallFolders.Of(machine))
        {
            foreach (string version in machine.Folders($"{folder}/{Frameworks}").OrderBy(NumberOf))
            {
                any = true;
                yield return Check(machine, version, $"{folder}/{Frameworks}/{version}");
            }
        }

        if (!any)
            yield return MachineCheck.Good("runtimes", "no shared .NET runtime in the usual folders; self-contained programs are read with their own");
    }

    private static MachineCheck Check(MachineView machine, string version, string folder)
    {
        string name = $"runtime {version}";
        if (!machine.HasFile($"{folder}/{DataAccess}"))
        {
            return MachineCheck.Missing(
                name,
                $"{folder} lacks {DataAccess}; its processes cannot be read",
                $"install the .NET runtime {version} again, or copy its {DataAccess} to {folder}");
        }

        string dumps = machine.HasFile($"{folder}/createdump") ? "createdump" : "no createdump (its processes cannot write dumps of themselves)";
        return MachineCheck.Good(name, $"{folder}, {DataAccess}, {dumps}");
    }

    // "10.0.0-preview.1" counts as 10.0.0.
    private static Version NumberOf(string folder) => Version.TryParse(folder.Split('-')[0], out Version? version) ? version : new Version();
}
