using System.Runtime.InteropServices;
using System.Text;
using Fathom.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Trust;

/// <summary>An entry of this machine's file tree, held open for its place only (<c>O_PATH</c>): nothing is read of it and no device acts.</summary>
internal sealed unsafe class OpenedEntry : ITreeEntry
{
    private const int RightsMask = 0xFFF;
    private const int StatFsBytes = 256;
    private const long Fuse = 0x65735546;
    private const int MaxLinkBytes = 4096;

    // Not to be followed: O_NOFOLLOW differs between architectures.
    private static readonly int s_noFollow = RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm ? 0x8000 : 0x20000;

    private readonly SafeFileHandle _handle;

    private OpenedEntry(SafeFileHandle handle, EntryFacts facts)
    {
        _handle = handle;
        Facts = facts;
    }

    /// <summary>The user whose rights this process has on files.</summary>
    public static uint OwnUserId => TrustCalls.EffectiveUser();

    public EntryFacts Facts { get; }

    /// <summary>A path that leads to exactly this entry for as long as it is held.</summary>
    public string Path => $"/proc/self/fd/{(int)_handle.DangerousGetHandle()}";

    /// <summary>Opens the root folder of this process.</summary>
    public static ITreeEntry? OpenRoot() => OpenAt(FileStatus.CurrentFolder, "/");

    public ITreeEntry? Open(string name) => OpenAt((int)_handle.DangerousGetHandle(), name);

    public string? ReadLink()
    {
        byte* target = stackalloc byte[MaxLinkBytes];
        byte nothing = 0;
        nint length = TrustCalls.ReadLinkAt((int)_handle.DangerousGetHandle(), &nothing, target, MaxLinkBytes);
        return length is > 0 and < MaxLinkBytes ? Encoding.UTF8.GetString(target, (int)length) : null;
    }

    public void Dispose() => _handle.Dispose();

    private static OpenedEntry? OpenAt(int folder, string name)
    {
        int number;
        fixed (byte* path = Encoding.UTF8.GetBytes(name + '\0'))
            number = TrustCalls.OpenAt(folder, path, FileCalls.PathOnly | s_noFollow | FileCalls.CloseOnExec);
        if (number < 0)
            return null;
        SafeFileHandle handle = new(number, ownsHandle: true);
        if (Look(number) is { } facts)
            return new OpenedEntry(handle, facts);
        handle.Dispose();
        return null;
    }

    private static EntryFacts? Look(int number)
    {
        if (!FileStatus.TryRead(number, FileStatus.Type | FileStatus.Rights | FileStatus.User, out FileStatus status))
            return null;
        byte* system = stackalloc byte[StatFsBytes];
        if (TrustCalls.FileSystem(number, system) != 0)
            return null;
        EntryKind kind = status.Kind switch
        {
            FileKind.Folder => EntryKind.Folder,
            FileKind.Regular => EntryKind.File,
            FileKind.Link => EntryKind.Link,
            _ => EntryKind.Other,
        };
        uint? server = *(long*)system == Fuse ? FuseServer.Of(status.DeviceMajor, status.DeviceMinor) : null;
        return new EntryFacts(kind, status.UserId, status.Mode & RightsMask, server);
    }
}
