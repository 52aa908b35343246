using System.Globalization;

namespace Fathom.Sources.Machine.Trust;

/// <summary>
/// Follows a path by hand from the root, one component and one link at a time, and looks at each entry on the way. A file is trusted when it, all folders
/// above it and all links to it belong to root or to the user who runs Fathom, and nobody else can write to them.
/// </summary>
/// <remarks>
/// <para>
/// Each entry is opened in the folder that was looked at before, and looked at through what was opened; the file that is handed out is the one at the end
/// of that chain. So there is no moment between the check and the use in which somebody could put another one in its place.
/// </para>
/// <para>
/// A sticky folder such as <c>/tmp</c> passes although all may write to it: only the owner of an entry can rename or remove it, and the entry itself is
/// looked at next. The user of <c>sudo</c> is another user than root and is not trusted: who may run this one command as root may not run all.
/// </para>
/// </remarks>
/// <param name="openRoot">Opens the folder "/".</param>
/// <param name="ownUserId">The user who runs Fathom.</param>
/// <param name="userName">Name of a user for messages.</param>
internal sealed class TrustWalk(Func<ITreeEntry?> openRoot, uint ownUserId, Func<uint, string> userName)
{
    // That of the kernel.
    private const int MaxLinks = 40;

    private readonly Stack<(ITreeEntry Folder, string Path)> _folders = new();
    private readonly Stack<string> _names = new();
    private bool _isFolder;

    /// <summary>The trust in a file of this machine, for the user who runs this process.</summary>
    public static TrustResult Look(string path) => new TrustWalk(OpenedEntry.OpenRoot, OpenedEntry.OwnUserId, UserText.Of).Follow(path);

    /// <summary>Whether a path leads to a folder of this machine in which nobody but root and the user who runs this process can replace what these two own.</summary>
    public static bool IsTrustedFolder(string path) => new TrustWalk(OpenedEntry.OpenRoot, OpenedEntry.OwnUserId, UserText.Of).LeadsToTrustedFolder(path);

    /// <summary>Follows an absolute path to a folder; false where it leads to none, or to one that is not trusted. A walk is good for one path.</summary>
    public bool LeadsToTrustedFolder(string path)
    {
        using ITreeEntry? file = Follow(path).File;
        return _isFolder;
    }

    /// <summary>Follows an absolute path to a regular file. A walk is good for one path.</summary>
    public TrustResult Follow(string path)
    {
        try
        {
            Push(path);
            return openRoot() is { } root ? Walk(root) : default;
        }
        finally
        {
            foreach ((ITreeEntry folder, _) in _folders)
                folder.Dispose();
        }
    }

    private TrustResult Walk(ITreeEntry root)
    {
        _folders.Push((root, ""));
        if (Judge(root.Facts, "/") is { } ofRoot)
            return new TrustResult(null, ofRoot);
        for (int links = 0; _names.TryPop(out string? name);)
        {
            (ITreeEntry folder, string above) = _folders.Peek();
            if (name == "..")
            {
                if (_folders.Count > 1)
                    _folders.Pop().Folder.Dispose();
                continue;
            }

            if (folder.Open(name) is not { } entry)
                return default;
            string path = $"{above}/{name}";
            bool isKept = false;
            try
            {
                if (Judge(entry.Facts, path) is { } distrust)
                    return new TrustResult(null, distrust);
                switch (entry.Facts.Kind)
                {
                    case EntryKind.Folder:
                        _folders.Push((entry, path));
                        isKept = true;
                        break;
                    case EntryKind.File when _names.Count == 0:
                        isKept = true;
                        return new TrustResult(entry, null);
                    case EntryKind.Link when ++links <= MaxLinks && entry.ReadLink() is { Length: > 0 } target:
                        Push(target);
                        break;
                    default:
                        return default;
                }
            }
            finally
            {
                if (!isKept)
                    entry.Dispose();
            }
        }

        _isFolder = true;
        return default;
    }

    // What an absolute link leads to starts at the root again; the folders left behind play no part any more.
    private void Push(string path)
    {
        if (path.StartsWith('/'))
        {
            while (_folders.Count > 1)
                _folders.Pop().Folder.Dispose();
        }

        foreach (string name in path.Split('/').Reverse())
        {
            if (name is not ("" or "."))
                _names.Push(name);
        }
    }

    private string? Judge(EntryFacts facts, string path)
    {
        if (facts.ServerId is uint server && !IsTrusted(server))
            return $"{path} is on a file system that a program of {userName(server)} serves";
        if (!IsTrusted(facts.UserId))
            return $"{path} belongs to {userName(facts.UserId)}";
        if (facts.Kind == EntryKind.Link || !facts.OthersMayWrite || (facts.Kind == EntryKind.Folder && facts.IsSticky))
            return null;
        return $"{path} can be changed by others (mode {Convert.ToString(facts.Mode, 8).PadLeft(4, '0').ToString(CultureInfo.InvariantCulture)})";
    }

    private bool IsTrusted(uint user) => user == 0 || user == ownUserId;
}
