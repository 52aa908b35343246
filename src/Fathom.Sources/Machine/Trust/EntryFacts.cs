namespace Fathom.Sources.Machine.Trust;

/// <summary>What decides who may change an entry of the file tree.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="UserId">Its owner, as our user namespace numbers users.</param>
/// <param name="Mode">Permission bits with the sticky bit, as in <c>chmod</c>.</param>
/// <param name="ServerId">The user whose program serves the file system (FUSE) and makes up owners and content; null where the kernel does.</param>
internal readonly record struct EntryFacts(EntryKind Kind, uint UserId, int Mode, uint? ServerId)
{
    private const int OthersWrite = 0b000_010_010;
    private const int Sticky = 0x200;

    /// <summary>Whether the group or all others may write. The mask of a POSIX access list shows as the bits of the group, so its users count too.</summary>
    public bool OthersMayWrite => (Mode & OthersWrite) != 0;

    /// <summary>Whether only the owner of an entry may rename or remove it in this folder.</summary>
    public bool IsSticky => (Mode & Sticky) != 0;
}
