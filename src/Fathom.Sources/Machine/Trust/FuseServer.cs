using System.Globalization;

namespace Fathom.Sources.Machine.Trust;

/// <summary>
/// The user whose program serves a FUSE file system. Such a program answers with owners and content as it likes, so what it says of root's files is only as
/// good as its user. A file system of the type virtiofs speaks the same protocol with the host of a virtual machine, who may change anything here, as the kernel may.
/// Source: proc(5), <c>/proc/PID/mountinfo</c>; the option <c>user_id</c> is that of the mount.
/// </summary>
internal static class FuseServer
{
    private const string Option = "user_id=";
    private const string Separator = "-";
    private const string HostType = "virtiofs";

    /// <summary>The user; one who is nobody where the mount cannot be found.</summary>
    public static uint Of(uint major, uint minor) => Find(File.ReadLines("/proc/self/mountinfo"), string.Create(CultureInfo.InvariantCulture, $"{major}:{minor}"));

    /// <summary>Finds it in the lines of mountinfo: id, parent, device, root, place, options, … - type, source, options of the file system.</summary>
    internal static uint Find(IEnumerable<string> mounts, string device)
    {
        foreach (string line in mounts)
        {
            string[] words = line.Split(' ');
            if (words.Length <= 2 || words[2] != device)
                continue;
            if (Array.IndexOf(words, Separator) is >= 0 and var end && end + 1 < words.Length && words[end + 1] == HostType)
                return 0;
            if (words[^1].Split(',').FirstOrDefault(static option => option.StartsWith(Option, StringComparison.Ordinal)) is { } user
                && uint.TryParse(user.AsSpan(Option.Length), NumberStyles.None, CultureInfo.InvariantCulture, out uint id))
                return id;
        }

        return uint.MaxValue;
    }
}
