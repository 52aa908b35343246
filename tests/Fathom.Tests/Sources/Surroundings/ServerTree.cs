using Fathom.Sources.Surroundings;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Surroundings.Tracers;
using Fathom.TestSupport;

namespace Fathom.Tests.Sources.Surroundings;

/// <summary>A folder that looks like the root of a machine.</summary>
internal sealed class ServerTree : IDisposable
{
    public const string Stat = "S 1 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 500 1000 200 0";

    private readonly TestFolder _folder = new();

    public string Root => _folder.Path;

    public IReadOnlyList<BpfProgram> Programs { get; set; } = [];

    public string? NoPrograms { get; set; }

    public AuditState Audit { get; set; } = new(false, 0, 0, null);

    public ServerTree With(string path, string text)
    {
        string file = _folder.File(path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text + "\n");
        return this;
    }

    public ServerTree Folder(string path)
    {
        Directory.CreateDirectory(_folder.File(path));
        return this;
    }

    /// <summary>Makes a link, which may lead nowhere.</summary>
    public ServerTree Link(string path, string target)
    {
        string file = _folder.File(path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.CreateSymbolicLink(file, target);
        return this;
    }

    /// <summary>A file that is there and cannot be read, also by root: a link to itself.</summary>
    public ServerTree Refuses(string path) => Link(path, Path.GetFileName(path));

    /// <summary>A process; its descriptors lead to what is given.</summary>
    public ServerTree Process(int pid, string name, string group, params string[] descriptors)
    {
        With($"proc/{pid}/stat", $"{pid} ({name}) {Stat}").With($"proc/{pid}/comm", name).With($"proc/{pid}/status", "Name:\tx\nTracerPid:\t0\nVmSwap:\t   12 kB").With($"proc/{pid}/cgroup", group);
        With($"proc/{pid}/statm", "1000 200 50 1 0 300 0").With($"proc/{pid}/cmdline", $"/usr/bin/{name}\0--run\0").Folder($"proc/{pid}/fd");
        for (int i = 0; i < descriptors.Length; i++)
            Link($"proc/{pid}/fd/{i + 3}", descriptors[i]);
        return this;
    }

    public void Remove(string path)
    {
        if (Directory.Exists(_folder.File(path)))
            Directory.Delete(_folder.File(path), recursive: true);
        else
            File.Delete(_folder.File(path));
    }

    public EnvironmentReader Reader() => new(Root, () => (Programs, NoPrograms), () => Audit);

    public IReadOnlyList<MachineFact> Read() => Reader().Read();

    public static string Text(IReadOnlyList<MachineFact> facts) =>
        string.Concat(facts.Select(static fact => $"{fact.Topic} | {fact.Item} | {fact.Name} | {FactWords.Of(fact.Kind)} | {fact.Value ?? $"not read: {fact.NotRead}"}\n"));

    public void Dispose() => _folder.Dispose();
}
