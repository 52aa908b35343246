namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Whether a control group keeps a process from running. Version 2 tells in <c>cgroup.events</c> of the group (<c>frozen 1</c>), version 1 in
/// <c>freezer.state</c> (<c>FROZEN</c>); both count what a group above has done. The state letter of such a process is that of one that sleeps.
/// </summary>
internal static class ControlGroupFreeze
{
    private const string Mounts = "/sys/fs/cgroup";

    /// <summary>Whether a process is frozen; false where that cannot be read.</summary>
    public static bool Is(int processId) => FileOf(processId) is not null;

    /// <summary>Whether its threads cannot be stopped by a tracer either: version 1 lets them do nothing, while those that version 2 keeps answer.</summary>
    public static bool KeepsFromStopping(int processId) => FileOf(processId) is ['v', '1', ..];

    /// <summary>What lets it go on.</summary>
    public static string HowToThaw(int processId) => FileOf(processId) switch
    {
        null => "try again: it continues",
        ['v', '1', ' ', .. string file] => $"resume it: echo THAWED > {file}",
        ['v', '2', ' ', .. string file] => $"resume it: echo 0 > {file}",
        _ => "resume its control group",
    };

    // "v1 FILE" or "v2 FILE": what is written to let it go on.
    private static string? FileOf(int processId)
    {
        try
        {
            foreach (string line in File.ReadLines($"/proc/{processId}/cgroup"))
            {
                string[] parts = line.Split(':', 3);
                if (parts.Length < 3)
                    continue;
                if (parts[1] == "freezer" && Text(Mounts + "/freezer" + parts[2] + "/freezer.state") is { } state && state.Contains("FROZEN", StringComparison.Ordinal))
                    return $"v1 {Mounts}/freezer{parts[2]}/freezer.state";
                if (parts[1].Length > 0)
                    continue;
                foreach (string mount in (string[])[Mounts, Mounts + "/unified"])
                {
                    if (Text($"{mount}{parts[2]}/cgroup.events") is { } events && events.Contains("frozen 1", StringComparison.Ordinal))
                        return $"v2 {mount}{parts[2]}/cgroup.freeze";
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }

        return null;
    }

    private static string? Text(string file) => File.Exists(file) ? File.ReadAllText(file) : null;
}
