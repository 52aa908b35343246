using Fathom.Files;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Machine.Checks;

/// <summary>A machine as its files show it. Tests give a folder that looks like one.</summary>
/// <param name="root">The root of its file system.</param>
/// <param name="environment">Value of an environment variable, or null.</param>
/// <param name="probes">What must be tried.</param>
public sealed class MachineView(string root, Func<string, string?> environment, MachineProbes probes)
{
    /// <summary>The kernel gives its first PID namespace this number on every machine (PROC_PID_INIT_INO).</summary>
    internal const string FirstPidNamespace = ProcNamespace.First;

    private readonly Lazy<ProcStatus> _self = new(() =>
        File.Exists(Path.Join(root, "/proc/self/status")) ? ProcStatus.Parse(RegularFile.ReadAllBytes(Path.Join(root, "/proc/self/status"))) : default);

    private ContainerFacts? _container;
    private bool _containerIsKnown;

    /// <summary>What must be tried.</summary>
    public MachineProbes Probes { get; } = probes;

    /// <summary>Status of this process.</summary>
    internal ProcStatus Self => _self.Value;

    /// <summary>The container that this process runs in, or null.</summary>
    internal ContainerFacts? Container
    {
        get
        {
            if (!_containerIsKnown)
                (_container, _containerIsKnown) = (FindContainer(), true);
            return _container;
        }
    }

    /// <summary>This machine.</summary>
    public static MachineView Here(MachineProbes probes) => new("/", Environment.GetEnvironmentVariable, probes);

    /// <summary>The value of an environment variable, or null.</summary>
    public string? Variable(string name) => environment(name) is { Length: > 0 } value ? value : null;

    /// <summary>The text of a file without blanks around it, or null where it is absent or may not be read.</summary>
    public string? Read(string path)
    {
        try
        {
            return RegularFile.ReadAllText(Path.Join(root, path)).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whether a file is there.</summary>
    public bool HasFile(string path) => File.Exists(Path.Join(root, path));

    /// <summary>Names of the folders in a folder, sorted; none where it is absent or may not be read.</summary>
    public IReadOnlyList<string> Folders(string path)
    {
        try
        {
            return [.. new DirectoryInfo(Path.Join(root, path)).EnumerateDirectories().Select(folder => folder.Name).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Names of the files in a folder that begin so, sorted; none where it is absent or may not be read.</summary>
    public IReadOnlyList<string> EntriesOf(string path, string start)
    {
        try
        {
            return [.. new DirectoryInfo(Path.Join(root, path)).EnumerateFiles(start + "*").Select(file => file.Name).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>The first program of that name on the PATH, or null.</summary>
    public string? FindProgram(string name) =>
        (Variable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries).Select(folder => $"{folder}/{name}").FirstOrDefault(HasFile);

    /// <summary>A folder under one name: without links and without a slash at its end.</summary>
    public string RealFolder(string path)
    {
        string folder = Path.TrimEndingDirectorySeparator(path);
        return Resolve(folder) ?? folder;
    }

    /// <summary>Where a link leads to, all the way, as a path of that machine; null where it is no link or leads nowhere.</summary>
    public string? Resolve(string path)
    {
        try
        {
            string? target = new FileInfo(Path.Join(root, path)).ResolveLinkTarget(returnFinalTarget: true)?.FullName;
            return target is null || root == "/" ? target : target[root.Length..];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The target of a link that leads to no file, such as those of /proc/self/ns.</summary>
    public string? Link(string path) => new FileInfo(Path.Join(root, path)).LinkTarget;

    /// <summary>The line that gives Fathom a capability here.</summary>
    public string CapabilityFix(string name) => Container is null ? "sudo fathom …" : $"docker run --cap-add={name} …";

    private ContainerFacts? FindContainer()
    {
        ContainerFacts? Find(string file, Func<byte[], ContainerFacts?> parse) =>
            HasFile(file) ? parse(RegularFile.ReadAllBytes(Path.Join(root, file))) : null;

        ContainerFacts? known = Find("/proc/self/cgroup", text => ContainerPath.FromCgroup(text))
            ?? Find("/proc/self/mountinfo", text => ContainerPath.FromMounts(text));
        if (known is not null || Link("/proc/self/ns/pid") is null or FirstPidNamespace)
            return known;

        // Engines leave these files; an image that runs as a whole machine has them too, but lives in the first PID namespace.
        return HasFile("/.dockerenv") ? new ContainerFacts("docker", "of unknown id", null)
            : HasFile("/run/.containerenv") ? new ContainerFacts("podman", "of unknown id", null)
            : null;
    }
}
