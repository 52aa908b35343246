namespace Fathom.Sources.Machine.Trust;

/// <summary>What stands under a name in a folder.</summary>
internal enum EntryKind
{
    /// <summary>A pipe, socket or device.</summary>
    Other,

    /// <summary>A regular file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A symbolic link.</summary>
    Link,
}
