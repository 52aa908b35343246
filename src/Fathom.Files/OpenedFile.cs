namespace Fathom.Files;

/// <summary>What is true of a file that is open already, whatever becomes of its name.</summary>
public static class OpenedFile
{
    /// <summary>Whether it is a regular file that belongs to a user; root's processes write files that belong to others, too.</summary>
    /// <param name="file">Its descriptor in this process.</param>
    /// <param name="userId">The user (uid).</param>
    public static bool IsRegularOf(int file, uint userId) =>
        FileStatus.TryRead(file, FileStatus.Type | FileStatus.User, out FileStatus status) && status.Kind == FileKind.Regular && (userId == 0 || status.UserId == userId);
}
