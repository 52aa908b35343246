using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Files;

/// <summary>Whose files are.</summary>
internal static unsafe partial class FileOwner
{
    /// <summary>The user that we are.</summary>
    public static uint OwnUser => EffectiveUser();

    /// <summary>The user that a file or folder belongs to; null where that cannot be told. Links are followed.</summary>
    public static uint? Of(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(path + "\0"))
            return FileStatus.TryRead(name, 0, FileStatus.User, out FileStatus status) ? status.UserId : null;
    }

    /// <summary>Whether a file or folder, and no link, belongs to the user that we are.</summary>
    public static bool IsOwn(string path)
    {
        FileAttributes attributes = new FileInfo(path).Attributes;
        if (attributes.HasFlag(FileAttributes.ReparsePoint))
            return false;
        fixed (byte* name = Encoding.UTF8.GetBytes(path + "\0"))
            return FileStatus.TryRead(name, FileStatus.NoFollow, FileStatus.User, out FileStatus status) && status.UserId == EffectiveUser();
    }

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();
}
