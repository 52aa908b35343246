namespace Fathom.Sources.Machine.Checks;

/// <summary>
/// Folders in which .NET may be installed: DOTNET_ROOT, the registered places, those of packages and of the install script, and where the
/// dotnet on the PATH lies.
/// </summary>
internal static class InstallFolders
{
    /// <summary>The folders, each once, whether they are there or not.</summary>
    public static IEnumerable<string> Of(MachineView machine)
    {
        List<string?> folders =
        [
            machine.Variable("DOTNET_ROOT"),
            machine.Read("/etc/dotnet/install_location"),
            .. machine.EntriesOf("/etc/dotnet", "install_location_").Select(file => machine.Read($"/etc/dotnet/{file}")),
            "/usr/share/dotnet",
            "/usr/lib/dotnet",
            "/usr/lib64/dotnet",
            "/opt/dotnet",
            "/snap/dotnet-sdk/current",
            machine.Variable("HOME") is { } home ? $"{home}/.dotnet" : null,
            machine.FindProgram("dotnet") is { } program ? Path.GetDirectoryName(machine.Resolve(program) ?? program) : null,
        ];
        return folders.OfType<string>().Select(folder => machine.RealFolder(folder)).Distinct(StringComparer.Ordinal);
    }
}
