using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>The fields of a file call of the Windows kernel.</summary>
/// <remarks>
/// <code>
/// read, write: u64 offset, then as all
/// version 2: P request, P thread, P file object, P file key (not of open)
/// version 3: P request, P file object, P file key (not of open), P further (of what has facts), u32 thread
/// then: open u32 options (high byte: what to do where it exists), u32 attributes, u32 share, text path
///       read, write u32 size, u32 flags; facts (version 2: P further) u32 class, text path (of paths)
/// done: P request, P further, u32 status
/// </code>
/// </remarks>
public readonly ref struct FileCallFields
{
    private const int MovedThread = 3;

    private FileCallFields(PayloadReader fields, int hook, int version)
    {
        if (hook == KernelHook.FileDone)
        {
            (Request, Further, Status) = (fields.Pointer(), fields.Pointer(), fields.UInt32());
            IsWhole = !fields.IsShort;
            return;
        }

        bool isOpen = hook == KernelHook.FileOpen, hasFurther = HasFurther(hook), isEarly = version < MovedThread;
        Offset = IsTransfer(hook) ? fields.Int64() : null;
        Request = fields.Pointer();
        if (isEarly)
            fields.Pointer();
        FileObject = fields.Pointer();
        FileKey = isOpen ? 0 : fields.Pointer();
        Further = hasFurther ? fields.Pointer() : 0;
        if (!isEarly)
            fields.UInt32();
        if (isOpen)
        {
            Number = fields.UInt32();
            fields.Skip(2 * sizeof(uint));
            Path = fields.Text();
        }
        else if (IsTransfer(hook) || hasFurther)
        {
            Number = fields.UInt32();
            if (hook is KernelHook.FileDeletePath or KernelHook.FileRenamePath)
                Path = fields.Text();
        }

        IsWhole = !fields.IsShort;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>Address of the request, the same at its end.</summary>
    public ulong Request { get; }

    /// <summary>Address of the object that stands for the opened file.</summary>
    public ulong FileObject { get; }

    /// <summary>Address that stands for the file (<see cref="FileNames"/>); 0 where it has none.</summary>
    public ulong FileKey { get; }

    /// <summary>Place in the file; null for what moves no bytes.</summary>
    public long? Offset { get; }

    /// <summary>Options of an open, bytes that are to be moved, or the class of facts.</summary>
    public uint Number { get; }

    /// <summary>What the class of facts, or the end of the request, tells beside: bytes that were moved, for instance.</summary>
    public ulong Further { get; }

    /// <summary>Result at the end of a request (NTSTATUS).</summary>
    public uint Status { get; }

    /// <summary>The path of what has one.</summary>
    public ReadOnlySpan<char> Path { get; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="hook">What is called (<see cref="KernelHook"/>).</param>
    /// <param name="version">Version of its fields.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public static FileCallFields Read(ReadOnlySpan<byte> payload, int hook, int version, int pointerSize)
    {
        PayloadReader fields = new(payload, pointerSize);
        return new FileCallFields(fields, hook, version);
    }

    /// <summary>Place of the number of the thread that calls; -1 where there is none.</summary>
    internal static int ThreadAt(int hook, int version, int pointerSize)
    {
        if (hook == KernelHook.FileDone)
            return -1;
        int at = IsTransfer(hook) ? sizeof(long) : 0;
        int pointers = version < MovedThread ? 1 : hook == KernelHook.FileOpen ? 2 : HasFurther(hook) ? 4 : 3;
        return at + (pointers * pointerSize);
    }

    private static bool IsTransfer(int hook) => hook is KernelHook.FileRead or KernelHook.FileWrite;

    private static bool HasFurther(int hook) => hook is KernelHook.FileSetInfo or KernelHook.FileDelete or KernelHook.FileRename
        or KernelHook.FileQueryInfo or KernelHook.FileControl or KernelHook.FileDeletePath or KernelHook.FileRenamePath;
}
