using Fathom.Formats.Etl;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Etl;

/// <summary>A kind of file call of Windows, and what rows of it are called.</summary>
/// <param name="Hook">Its number.</param>
/// <param name="Operation">The operation.</param>
/// <param name="Name">Name of its event.</param>
/// <param name="Change">The operation of one that changes facts.</param>
/// <param name="Truncate">The operation of one that changes the length.</param>
internal sealed record WindowsFileCall(int Hook, TextId Operation, TextId Name, TextId Change, TextId Truncate)
{
    private const uint IsFolder = 1;
    private const int Allocation = 19;
    private const int EndOfFile = 20;

    // By the numbers that Windows' provider of files has for them.
    private static readonly Dictionary<int, int> s_ofProvider = new()
    {
        [12] = KernelHook.FileOpen, [13] = KernelHook.FileCleanup, [14] = KernelHook.FileClose, [15] = KernelHook.FileRead,
        [16] = KernelHook.FileWrite, [21] = KernelHook.FileFlush, [24] = KernelHook.FileDone,
    };

    /// <summary>Whether it opens.</summary>
    public bool IsOpen => Hook == KernelHook.FileOpen;

    /// <summary>Whether the file object is gone behind it.</summary>
    public bool IsRelease => Hook == KernelHook.FileClose;

    /// <summary>Whether it reads or writes.</summary>
    public bool MovesBytes => Hook is KernelHook.FileRead or KernelHook.FileWrite;

    /// <summary>Whether it ends only when somebody else does something.</summary>
    public bool IsWait => Hook == KernelHook.FileNotify;

    /// <summary>Whether it only tells the path of another call.</summary>
    public bool IsPathOnly => Hook is KernelHook.FileDeletePath or KernelHook.FileRenamePath;

    /// <summary>Whether its path is the one that the file gets.</summary>
    public bool IsRename => Hook == KernelHook.FileRenamePath;

    /// <summary>The call with a number; null where it is none.</summary>
    public static WindowsFileCall? Of(int hook, Interner ids) => NamesOf(hook) is not var (operation, name) ? null
        : new WindowsFileCall(hook, ids.Text(operation), ids.Text(name), ids.Text("change"), ids.Text("truncate"));

    /// <summary>The number of the kernel for an event of the provider of files; null for one that is read as an event only.</summary>
    public static int? HookOf(int id) => s_ofProvider.TryGetValue(id, out int hook) ? hook : null;

    /// <summary>The operation of a call.</summary>
    public TextId OperationOf(in FileCallFields fields) => Hook switch
    {
        KernelHook.FileSetInfo when fields.Number is Allocation or EndOfFile => Truncate,
        // The mark that a file is to be deleted can be taken back.
        KernelHook.FileDelete or KernelHook.FileDeletePath when fields.Further == 0 => Change,
        _ => Operation,
    };

    /// <summary>What kind of thing a path leads to.</summary>
    /// <param name="path">The path as the kernel has it; empty where it is not known.</param>
    /// <param name="options">Options of its open.</param>
    public static string KindOf(ReadOnlySpan<char> path, uint options) =>
        path.IsEmpty ? "unknown"
        : path.StartsWith(@"\Device\NamedPipe", StringComparison.OrdinalIgnoreCase) ? "pipe"
        : path.StartsWith(@"\Device\Afd", StringComparison.OrdinalIgnoreCase) ? "socket"
        : (options & IsFolder) != 0 ? "folder" : "file";

    private static (string Operation, string Name)? NamesOf(int hook) => hook switch
    {
        KernelHook.FileOpen => ("open", "Create"),
        KernelHook.FileCleanup => ("close", "Cleanup"),
        KernelHook.FileClose => ("release", "Close"),
        KernelHook.FileRead => ("read", "Read"),
        KernelHook.FileWrite => ("write", "Write"),
        KernelHook.FileSetInfo => ("change", "SetInfo"),
        KernelHook.FileDelete or KernelHook.FileDeletePath => ("delete", "Delete"),
        KernelHook.FileRename or KernelHook.FileRenamePath => ("rename", "Rename"),
        KernelHook.FileList => ("list", "DirEnum"),
        KernelHook.FileFlush => ("sync", "Flush"),
        KernelHook.FileQueryInfo => ("stat", "QueryInfo"),
        KernelHook.FileControl => ("control", "FSControl"),
        KernelHook.FileNotify => ("notify", "DirNotify"),
        _ => null,
    };
}
