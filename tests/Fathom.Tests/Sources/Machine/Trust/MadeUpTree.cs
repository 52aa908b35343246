using Fathom.Sources.Machine.Trust;

namespace Fathom.Tests.Sources.Machine.Trust;

/// <summary>A file tree that exists nowhere, so that files of root, of strangers and of other file systems can be tried by any user.</summary>
internal sealed class MadeUpTree
{
    public const uint Me = 1000;
    public const uint Stranger = 1001;

    private readonly Dictionary<string, (EntryFacts Facts, string? Target)> _entries = new(StringComparer.Ordinal) { [""] = (new EntryFacts(EntryKind.Folder, 0, 0x1ED, null), null) };

    /// <summary>Entries that are open at this moment.</summary>
    public int Open { get; private set; }

    /// <summary>Run when an entry is opened, with its path: what a stranger does just then.</summary>
    public Action<string>? Opened { get; set; }

    /// <summary>Adds a folder; modes are octal digits.</summary>
    public MadeUpTree Folder(string path, uint user = 0, string mode = "755", uint? server = null) => Add(path, EntryKind.Folder, user, mode, null, server);

    /// <summary>Adds a file.</summary>
    public MadeUpTree File(string path, uint user = 0, string mode = "755") => Add(path, EntryKind.File, user, mode, null, null);

    /// <summary>Adds a link.</summary>
    public MadeUpTree Link(string path, string target, uint user = 0) => Add(path, EntryKind.Link, user, "777", target, null);

    /// <summary>Adds a pipe.</summary>
    public MadeUpTree Pipe(string path) => Add(path, EntryKind.Other, 0, "644", null, null);

    /// <summary>Takes an entry away, and puts another one in its place when the caller adds one.</summary>
    public void Remove(string path) => _entries.Remove(path);

    /// <summary>Walks the path for <see cref="Me"/>.</summary>
    /// <returns>The real path of the trusted file; or the reason; or null for nothing.</returns>
    public string? Look(string path, uint user = Me)
    {
        TrustResult result = new TrustWalk(() => Enter(""), user, static id => $"user {id}").Follow(path);
        using (result.File)
            return result.Distrust ?? (result.File as Entry)?.Path;
    }

    private MadeUpTree Add(string path, EntryKind kind, uint user, string mode, string? target, uint? server)
    {
        // What is served by a program is all that is below the folder that it is mounted at.
        uint? above = _entries.Where(one => path.StartsWith(one.Key + "/", StringComparison.Ordinal)).Select(static one => one.Value.Facts.ServerId).FirstOrDefault(static id => id is not null);
        _entries[path] = (new EntryFacts(kind, user, Convert.ToInt32(mode, 8), server ?? above), target);
        return this;
    }

    private Entry? Enter(string path)
    {
        if (!_entries.TryGetValue(path, out (EntryFacts Facts, string? Target) found))
            return null;
        Open++;
        Entry entry = new(this, path, found.Facts, found.Target);
        Opened?.Invoke(path);
        return entry;
    }

    private sealed class Entry(MadeUpTree tree, string path, EntryFacts facts, string? target) : ITreeEntry
    {
        public EntryFacts Facts { get; } = facts;

        public string Path { get; } = path;

        public ITreeEntry? Open(string name) => tree.Enter($"{Path}/{name}");

        public string? ReadLink() => target;

        public void Dispose() => tree.Open--;
    }
}
