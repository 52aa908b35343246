using System.Globalization;

namespace Fathom.Sources.Targets.Dac;

/// <summary>What the kernel lets a process do, as far as two processes can be compared by it.</summary>
/// <param name="UserIds">Real, effective, saved and file system user.</param>
/// <param name="GroupIds">The same of the group.</param>
/// <param name="Groups">Supplementary groups.</param>
/// <param name="PermittedCapabilities">One bit each.</param>
/// <param name="SystemCallFilters">How many filters its system calls pass.</param>
/// <param name="Confinement">Its namespaces, root folder and label of security modules, each as <c>NAME VALUE</c>.</param>
internal sealed record ProcessRights(
    IReadOnlyList<uint> UserIds, IReadOnlyList<uint> GroupIds, IReadOnlyList<uint> Groups, ulong PermittedCapabilities, int SystemCallFilters, IReadOnlyList<string> Confinement)
{
    private static readonly string[] s_namespaces = ["mnt", "user", "pid", "net", "ipc", "uts", "cgroup", "time"];

    /// <summary>Reads those of a process, or null when it is gone or not ours to read.</summary>
    /// <param name="process">Its number, or <c>self</c>.</param>
    public static ProcessRights? Read(string process)
    {
        try
        {
            string[] confinement =
            [
                .. s_namespaces.Select(name => $"{name} {File.ResolveLinkTarget($"/proc/{process}/ns/{name}", returnFinalTarget: false)?.Name}"),
                $"root {File.ResolveLinkTarget($"/proc/{process}/root", returnFinalTarget: false)?.FullName}",
                $"label {Label(process)}",
            ];
            return Parse(File.ReadAllLines($"/proc/{process}/status"), confinement);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the lines of <c>/proc/PID/status</c>; null where one that is needed is absent.</summary>
    internal static ProcessRights? Parse(IEnumerable<string> status, IReadOnlyList<string> confinement)
    {
        Dictionary<string, string[]> lines = [];
        foreach (string line in status)
        {
            if (line.Split(':', 2) is [var name, var value])
                lines[name] = value.Split((char[])['\t', ' '], StringSplitOptions.RemoveEmptyEntries);
        }

        if (Numbers("Uid") is not { Length: 4 } users || Numbers("Gid") is not { Length: 4 } groupIds || Numbers("Groups") is not { } groups
            || !lines.TryGetValue("CapPrm", out string[]? permitted)
            || !ulong.TryParse(permitted.FirstOrDefault(), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong capabilities))
            return null;

        // Before Linux 5.9 only whether there are any is told.
        uint[]? filters = lines.ContainsKey("Seccomp_filters") ? Numbers("Seccomp_filters") : lines.ContainsKey("Seccomp") ? Numbers("Seccomp") : [0];
        return filters is [var count] ? new ProcessRights(users, groupIds, groups, capabilities, (int)count, confinement) : null;

        uint[]? Numbers(string name)
        {
            if (!lines.TryGetValue(name, out string[]? texts))
                return null;
            uint[] numbers = new uint[texts.Length];
            for (int i = 0; i < texts.Length; i++)
            {
                if (!uint.TryParse(texts[i], NumberStyles.None, CultureInfo.InvariantCulture, out numbers[i]))
                    return null;
            }

            return numbers;
        }
    }

    // Without a security module the file is there and cannot be read.
    private static string Label(string process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/attr/current").TrimEnd('\0', '\n');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
