using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Sources.Files;

/// <summary>Whose files are.</summary>
internal static unsafe partial class FileOwner
{
    private const int CurrentFolder = -100;
    private const int NoFollow = 0x100;
    private const uint OwnerFact = 0x8;
    private const int ResultBytes = 256;
    private const int OwnerOffset = 20;

    /// <summary>Whether a file or folder, and no link, belongs to the user that we are.</summary>
    public static bool IsOwn(string path)
    {
        byte* result = stackalloc byte[ResultBytes];
        FileAttributes attributes = new FileInfo(path).Attributes;
        if (attributes.HasFlag(FileAttributes.ReparsePoint))
            return false;
        fixed (byte* name = Encoding.UTF8.GetBytes(path + "\0"))
            return FileCalls.StatX(CurrentFolder, name, NoFollow, OwnerFact, result) == 0 && *(uint*)(result + OwnerOffset) == EffectiveUser();
    }

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();
}
