using Fathom.Sources.Orphans.Kernel;
using Fathom.TestSupport;

namespace Fathom.Tests.Sources.Orphans;

/// <summary>A tree of files that looks like /proc and /sys of a machine.</summary>
internal sealed class MachineTree : IDisposable
{
    private readonly TestFolder _folder = new();

    public MachineFolders Folders => new(_folder.File("proc"), _folder.File("sys"));

    public string Path => _folder.Path;

    /// <summary>Writes a file; lines end with a line feed each.</summary>
    public MachineTree With(string path, params string[] lines)
    {
        string file = _folder.File(path);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(file)!);
        File.WriteAllText(file, string.Concat(lines.Select(line => line + "\n")));
        return this;
    }

    /// <summary>Makes a link, which may lead nowhere.</summary>
    public MachineTree Link(string path, string target)
    {
        string file = _folder.File(path);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(file)!);
        File.CreateSymbolicLink(file, target);
        return this;
    }

    public void Dispose() => _folder.Dispose();
}
