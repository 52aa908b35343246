namespace Fathom.Files;

/// <summary>Kinds of files in words.</summary>
public static class FileKindText
{
    /// <summary>The kind with its article.</summary>
    public static string Tell(this FileKind kind) => kind switch
    {
        FileKind.Pipe => "a pipe",
        FileKind.Folder => "a folder",
        FileKind.Regular => "a file",
        FileKind.Link => "a link",
        FileKind.Socket => "a socket",
        _ => "a device",
    };
}
