namespace Fathom.Files;

/// <summary>What a file is: the bits of its mode that say so (<c>S_IFMT</c>, inode(7)).</summary>
public enum FileKind
{
    /// <summary>A pipe.</summary>
    Pipe = 0x1000,

    /// <summary>A device of characters, such as a terminal.</summary>
    Device = 0x2000,

    /// <summary>A folder.</summary>
    Folder = 0x4000,

    /// <summary>A device of blocks, such as a disk.</summary>
    Disk = 0x6000,

    /// <summary>A regular file.</summary>
    Regular = 0x8000,

    /// <summary>A symbolic link.</summary>
    Link = 0xA000,

    /// <summary>A socket.</summary>
    Socket = 0xC000,
}
