using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Files;

/// <summary>
/// A folder for this user only, in which a helper of this process makes a file that it opens by a path, such as the writer of dumps. Nobody else can put a link there, and the path goes through a
/// descriptor of this process, so that a folder above it that is exchanged meanwhile leads nowhere else.
/// </summary>
/// <remarks>
/// Whoever may not look at descriptors of this process, such as a helper of a Fathom with rights of its file (setcap), has the path itself. That one is only as good as the folders above it.
/// </remarks>
public sealed unsafe partial class HelperFolder : IDisposable
{
    private const uint OwnerOnly = 0x1C0;
    private const int AllRights = 0x1FF;

    private readonly OpenFolder _around;
    private readonly string _name;
    private readonly int _place;
    private bool _isMade;
    private bool _isClosed;

    private HelperFolder(OpenFolder around, string name, int place) => (_around, _name, _place) = (around, name, place);

    /// <summary>Its path, for who removes what an ended process left.</summary>
    public string FullName => Path.Combine(_around.FullName, _name);

    /// <summary>Chooses its name and its descriptor; nothing is made yet.</summary>
    /// <param name="beside">A file that what is written is moved to later; the folder lies beside it.</param>
    /// <param name="prefix">Begin of its name.</param>
    /// <exception cref="IOException">The folder of that file is not there.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be entered.</exception>
    public static HelperFolder Plan(string beside, string prefix)
    {
        OpenFolder around = OpenFolder.Around(beside);
        int place = HeldFolders.Open(around.FullName);
        if (place < 0)
        {
            int error = Marshal.GetLastPInvokeError();
            around.Dispose();
            throw OwnFile.Refused(beside, error);
        }

        return new HelperFolder(around, string.Create(CultureInfo.InvariantCulture, $"{prefix}{Environment.ProcessId}-{Path.GetRandomFileName()}"), place);
    }

    /// <summary>The path of a file in it, for the helper and for this process. It leads there from <see cref="Make"/> on.</summary>
    public string PathOf(string name)
    {
        // /proc may be that of another PID namespace, where this process has another number.
        string? number = FileOwner.IsOwn("/proc/self/fd") ? new FileInfo("/proc/self").LinkTarget : null;
        return number is null ? Path.Combine(FullName, name) : string.Create(CultureInfo.InvariantCulture, $"/proc/{number}/fd/{_place}/{name}");
    }

    /// <summary>Makes it, once.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made there.</exception>
    public void Make()
    {
        if (_isMade)
            return;
        fixed (byte* name = Encoding.UTF8.GetBytes(_name + '\0'))
        {
            if (FileCalls.MakeFolderAt(_around.Descriptor, name, OwnerOnly) != 0)
                throw OwnFile.Refused(FullName, Marshal.GetLastPInvokeError());
            _isMade = true;
            int made = FileCalls.OpenAt(_around.Descriptor, name, FileCalls.Folder | FileCalls.NoLink, 0);
            if (made < 0)
                throw OwnFile.Refused(FullName, Marshal.GetLastPInvokeError());
            // Another folder may stand there by now, which somebody else can write to.
            bool isOwn = FileStatus.TryRead(made, FileStatus.User | FileStatus.Rights, out FileStatus status)
                && status.UserId == FileOwner.OwnUser && (status.Mode & AllRights) == OwnerOnly;
            int moved = isOwn ? MoveTo(made, _place, FileCalls.CloseOnExec) : 0;
            int error = moved < 0 ? Marshal.GetLastPInvokeError() : 0;
            _ = FileCalls.Close(made);
            if (!isOwn || moved < 0)
                throw OwnFile.Refused(FullName, isOwn ? error : FileCalls.AccessDenied);
        }
    }

    /// <summary>Moves a file out of it to where it lies, in the place of what an ended process of the same number left there.</summary>
    /// <exception cref="IOException">It cannot be moved, or is not there.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be moved.</exception>
    public void MoveOut(string name, string newName)
    {
        fixed (byte* old = Encoding.UTF8.GetBytes(name + '\0'), next = Encoding.UTF8.GetBytes(newName + '\0'))
        {
            if (FileCalls.RenameAt(_place, old, _around.Descriptor, next) != 0)
                throw OwnFile.Refused(Path.Combine(FullName, name), Marshal.GetLastPInvokeError());
        }
    }

    /// <summary>Removes it with all that is in it.</summary>
    public void Dispose()
    {
        if (_isClosed)
            return;
        _isClosed = true;
        try
        {
            if (_isMade)
                _around.DeleteAll(_name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Where it lies has become unwritable. Its name says whose it was.
            return;
        }
        finally
        {
            _ = FileCalls.Close(_place);
            _around.Dispose();
        }
    }

    [LibraryImport("libc", EntryPoint = "dup3", SetLastError = true)]
    private static partial int MoveTo(int file, int number, int flags);
}
