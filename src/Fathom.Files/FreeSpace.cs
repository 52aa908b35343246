namespace Fathom.Files;

/// <summary>How much room there is where something is to be written.</summary>
public static class FreeSpace
{
    /// <summary>Bytes that this user may still write in a folder; <see cref="long.MaxValue"/> where none are stated.</summary>
    public static long In(string folder)
    {
        try
        {
            DriveInfo drive = new(folder);
            return drive.TotalSize > 0 ? drive.AvailableFreeSpace : long.MaxValue;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return long.MaxValue;
        }
    }
}
