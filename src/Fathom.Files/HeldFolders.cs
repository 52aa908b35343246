using System.Text;

namespace Fathom.Files;

/// <summary>
/// Folders that root has made and given to the user of sudo, by open descriptors: that user may put a link in the place of one at any time, and what root makes, renames and removes in it by a path
/// would be done where the link leads. From a held folder on, no link is followed.
/// </summary>
internal static unsafe class HeldFolders
{
    private static readonly Lock s_gate = new();
    private static readonly Dictionary<string, int> s_folders = new(StringComparer.Ordinal);

    /// <summary>Holds a folder until the process ends, unless one that it lies in is held.</summary>
    /// <param name="path">Its full path.</param>
    /// <param name="folder">A descriptor of it; the caller closes it.</param>
    public static void Hold(string path, int folder)
    {
        lock (s_gate)
        {
            if (Find(Path.GetDirectoryName(path) ?? "/") is not null)
                return;
            if (s_folders.Remove(path, out int old))
                _ = FileCalls.Close(old);
            int held = Step(folder, ".");
            if (held >= 0)
                s_folders.Add(path, held);
        }
    }

    /// <summary>A held folder has another path now.</summary>
    public static void Moved(string from, string to)
    {
        lock (s_gate)
        {
            if (!s_folders.Remove(from, out int held))
                return;
            if (s_folders.Remove(to, out int old))
                _ = FileCalls.Close(old);
            s_folders.Add(to, held);
        }
    }

    /// <summary>A folder was removed.</summary>
    public static void Release(string path)
    {
        lock (s_gate)
        {
            if (s_folders.Remove(path, out int held))
                _ = FileCalls.Close(held);
        }
    }

    /// <summary>Two paths were exchanged.</summary>
    public static void Exchanged(string a, string b)
    {
        lock (s_gate)
        {
            bool first = s_folders.Remove(a, out int one), second = s_folders.Remove(b, out int other);
            if (first)
                s_folders.Add(b, one);
            if (second)
                s_folders.Add(a, other);
        }
    }

    /// <summary>Opens a folder for its place only.</summary>
    /// <param name="path">Its full path.</param>
    /// <returns>Less than 0 where that cannot be, also because a link is on the way from a held folder to it.</returns>
    public static int Open(string path)
    {
        int folder;
        string held;
        lock (s_gate)
        {
            if (Find(path) is not { } found)
                return FileCalls.OpenFolder(path);
            held = found;
            folder = Step(s_folders[held], ".");
        }

        foreach (string name in path[held.Length..].Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            int next = folder < 0 ? folder : Step(folder, name);
            if (folder >= 0)
                Close(folder);
            folder = next;
        }

        return folder;
    }

    private static string? Find(string path)
    {
        if (s_folders.Count == 0)
            return null;
        for (string? at = path; at is not null; at = Path.GetDirectoryName(at))
        {
            if (s_folders.ContainsKey(at))
                return at;
        }

        return null;
    }

    private static int Step(int folder, string name)
    {
        fixed (byte* text = Encoding.UTF8.GetBytes(name + '\0'))
            return FileCalls.OpenAt(folder, text, FileCalls.Folder | FileCalls.NoLink, 0);
    }

    // Closing must not replace the reason why a step was refused.
    private static void Close(int folder)
    {
        int error = System.Runtime.InteropServices.Marshal.GetLastPInvokeError();
        _ = FileCalls.Close(folder);
        System.Runtime.InteropServices.Marshal.SetLastPInvokeError(error);
    }
}
