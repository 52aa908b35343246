namespace Fathom.Files;

/// <summary>
/// The rights of everything that Fathom writes, from the moment that it is made: recordings, dumps and answers hold texts of heaps, messages and command lines. Only its owner reads it, unless
/// the command line says who else does.
/// </summary>
public static class WrittenRights
{
    private const uint OfOthers = 0x3F;

    private static readonly Lock s_mask = new();
    private static uint? s_givenMask;

    /// <summary>Who may read it beside its owner.</summary>
    public static Readers Readers { get; set; }

    /// <summary>The mode of a file.</summary>
    internal static uint OfFile => Readers switch
    {
        Readers.Group => 0x1A0,
        Readers.All => 0x1A4,
        _ => 0x180,
    };

    /// <summary>The mode of a folder.</summary>
    internal static uint OfFolder => Readers switch
    {
        Readers.Group => 0x1E8,
        Readers.All => 0x1ED,
        _ => 0x1C0,
    };

    /// <summary>Takes all rights of others from what this process, its libraries and its helpers make from now on in any other way than by <see cref="OwnFile"/>.</summary>
    public static void Close()
    {
        lock (s_mask)
            s_givenMask ??= FileCalls.SetMask(OfOthers);
    }

    /// <summary>Who may read a folder that is there already.</summary>
    public static Readers ReadersOf(string folder) =>
        FileStatus.OfLink(folder, FileStatus.Rights) is not { } status ? Readers.Owner : (status.Mode & 0x4) != 0 ? Readers.All : (status.Mode & 0x20) != 0 ? Readers.Group : Readers.Owner;

    /// <summary>Does something, such as starting a user's program, with the mask (umask) that this process was started with.</summary>
    /// <remarks>The mask is one for all threads, so one of them at a time does it. What others of them write meanwhile has its own mode.</remarks>
    public static T WithGivenMask<T>(Func<T> start)
    {
        lock (s_mask)
        {
            if (s_givenMask is not { } given)
                return start();
            _ = FileCalls.SetMask(given);
            try
            {
                return start();
            }
            finally
            {
                _ = FileCalls.SetMask(OfOthers);
            }
        }
    }
}
